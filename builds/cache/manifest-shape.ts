import { isObject } from '../../src/text/quote.ts';
import type { InputRecord } from './inputs.ts';

/** The last successful build of a target. */
export interface TargetRecord {
	readonly wokflow: string;
	/** The target's options as data. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Hash of the target's own code: plugins and what they import; null without. */
	readonly code: string | null;
	readonly inputs: readonly InputRecord[];
	/** For layouts: hash of the names in the folder of room files. */
	readonly listing?: string;
	readonly outputs: readonly OutputRecord[];
	readonly found: { readonly errors: number; readonly warnings: number; readonly notes: number };
}

export interface OutputRecord {
	readonly path: string;
	/** SHA-256 of the file. */
	readonly hash: string;
	readonly bytes: number;
	/** Hash of everything that the file depends on. */
	readonly key: string;
	/** For walkmeshes of rooms: which room. */
	readonly room?: string;
}

/** A target as a manifest has it. */
export type NamedRecord = TargetRecord & { readonly name: string };

/** The form of manifests that this version writes. */
export const MANIFEST_FORMAT = 3;

/**
 * The targets of a manifest; undefined unless every field of the value, which may be any JSON, has the right type. Checked by hand, because a build with
 * nothing to do would spend most of its time on loading a validation library.
 */
export function targetsOfManifest(value: unknown): NamedRecord[] | undefined {
	if (!hasKeys(value, ['format', 'targets']) || value['format'] !== MANIFEST_FORMAT) return undefined;
	const { targets } = value;
	return isListOf(targets, isTarget) ? targets : undefined;
}

const TARGET_KEYS = ['name', 'wokflow', 'options', 'code', 'inputs', 'outputs', 'found'];

function isTarget(value: unknown): value is NamedRecord {
	if (!hasKeys(value, TARGET_KEYS, ['listing'])) return false;
	const { name, wokflow, options, code, inputs, listing, outputs, found } = value;
	return (
		typeof name === 'string' &&
		typeof wokflow === 'string' &&
		isObject(options) &&
		isHashOrNull(code) &&
		(!('listing' in value) || isHash(listing)) &&
		isListOf(inputs, isInput) &&
		isListOf(outputs, isOutput) &&
		hasKeys(found, ['errors', 'warnings', 'notes']) &&
		Object.values(found).every(isCount)
	);
}

function isInput(value: unknown): value is InputRecord {
	if (!hasKeys(value, ['path', 'hash'], ['askedBy']) || !isPath(value['path']) || !isHashOrNull(value['hash']))
		return false;
	if (!('askedBy' in value)) return true;
	const { askedBy } = value;
	return hasKeys(askedBy, ['path', 'name']) && isPath(askedBy['path']) && typeof askedBy['name'] === 'string';
}

function isOutput(value: unknown): value is OutputRecord {
	if (!hasKeys(value, ['path', 'hash', 'bytes', 'key'], ['room'])) return false;
	const { path, hash, bytes, key, room } = value;
	return (
		isPath(path) && isHash(hash) && isCount(bytes) && isHash(key) && (!('room' in value) || typeof room === 'string')
	);
}

/** True for an object with all required keys, any of the optional ones, and no others. */
export function hasKeys(
	value: unknown,
	needed: readonly string[],
	allowed: readonly string[] = [],
): value is Record<string, unknown> {
	if (!isObject(value)) return false;
	let found = 0;
	for (const key of Object.keys(value)) {
		if (needed.includes(key)) found++;
		else if (!allowed.includes(key)) return false;
	}
	return found === needed.length;
}

/** True for a list whose elements all pass a test. */
export function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is T[] {
	return Array.isArray(value) && value.every(isOne);
}

/** True for a SHA-256 as 64 hexadecimal digits. */
export function isHash(value: unknown): value is string {
	return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isHashOrNull(value: unknown): value is string | null {
	return value === null || isHash(value);
}

function isPath(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
