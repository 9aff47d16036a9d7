import { InputError } from './report.ts';

/** What a system answers when it refuses a file, in words. */
const REASONS: Readonly<Record<string, string>> = {
	ENOENT: 'it does not exist',
	ENOTDIR: 'its folder is a file',
	EISDIR: 'it is a folder',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	ELOOP: 'its links lead in a circle',
	ENAMETOOLONG: 'its name is too long',
	ERR_INVALID_ARG_VALUE: 'its name has a null character',
	ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};

/** Why a file cannot be read, for a message that names the file: what the system says names it again, as a path of this machine. */
export function reasonOf(error: unknown): string {
	const { code } = (error ?? {}) as { readonly code?: unknown };
	if (typeof code === 'string' && Object.hasOwn(REASONS, code)) return REASONS[code];
	// The message of an InputError names the file, too.
	if (error instanceof InputError) return error.finding.message;
	return error instanceof Error ? error.message : String(error);
}
