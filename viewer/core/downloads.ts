import { zipSync } from 'fflate';
import { LEVEL_OPTIONS } from '../../jobs/config/level-options.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { levelFiles } from '../../jobs/level/level-files.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { convert, convertOptions } from '../../pipeline/convert.ts';
import { CONVERT_OPTIONS, RECIPE_OPTIONS } from '../../pipeline/options.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { hasExtension } from '../../pipeline/registry.ts';
import { wantedBy } from '../../pipeline/wanted.ts';
import { given } from '../../src/findings/options.ts';
import { type ActionValue, type Finding, Report } from '../../src/findings/report.ts';
import { type OutputFile, pathOrName } from '../../src/formats/contracts.ts';
import { flagText, shellQuoted } from '../../src/model/advice.ts';
import { kindOfFileName, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { baseName } from '../../src/text/paths.ts';
import type { Project } from './project.ts';

/** A file that can be saved, and the command line that makes the same file. */
export interface DownloadChoice {
	/** Extension of the file; `level` for a whole level as a zip. */
	readonly id: string;
	readonly label: string;
	readonly command: string;
}

export interface Download {
	/** Undefined where an error keeps it from being made. */
	readonly file?: { readonly name: string; readonly bytes: Uint8Array };
	readonly findings: readonly Finding[];
}

/** The date of entries in a zip. A real one would make each zip of the same level a different file. */
const NO_DATE = new Date(1980, 0, 1);

/** What can be made of a project. @param kinds of the walkmeshes that it has: a room is no door */
export function downloadChoices(project: Project, kinds: ReadonlySet<WalkmeshKind>): DownloadChoice[] {
	const [first] = project.sources;
	if (first === undefined) return [];
	const isLayout = project.registry.layoutFormat(first.fileName) !== undefined;
	const words = project.inputs.map(shellQuoted).join(' ');
	const level = {
		id: 'level',
		label: 'Level (.zip): a walkmesh for each room, layout, visibility, plan',
		command: `wokflow level ${shellQuoted(pathOrName(first))} ${shellQuoted(first.name)}${flagsOf(given(LEVEL_OPTIONS, project.options))}`,
	};
	if (isLayout) return [level];
	const extensions = [...new Set(project.registry.exporters.flatMap((each) => each.extensions))];
	const flags = flagsOf(given(CONVERT_OPTIONS, project.options));
	const scenes = { extensions: project.registry.extensions('scene') };
	const isScene = project.sources.some(({ fileName }) => hasExtension(fileName, scenes));
	const isPossible = (id: string): boolean => {
		const name = `${first.name}${id}`;
		const { kind } = wantedBy(name);
		// Nobody saves a file as itself.
		return (kind === undefined || kinds.has(kind)) && !project.inputs.includes(name);
	};
	const files = extensions.filter(isPossible).map((id) => ({
		id,
		label: `${id.slice(1).toUpperCase()}: ${labelOf(project, id)}`,
		command: `wokflow convert ${words} ${shellQuoted(`${first.name}${id}`)}${flags}`,
	}));
	return isScene && project.sources.length === 1 && kinds.has('area') ? [level, ...files] : files;
}

function labelOf({ registry }: Project, extension: string): string {
	const kind = kindOfFileName(extension);
	const { summary } = registry.exporters.find(({ extensions }) => extensions.includes(extension)) ?? { summary: '' };
	return kind === undefined ? summary : `${summary}, ${kind === 'area' ? 'room' : kind}`;
}

/** Options as flags, a blank before each. */
function flagsOf(options: Readonly<Record<string, unknown>>): string {
	return Object.entries(options)
		.map(
			([option, value]) =>
				` ${flagText({ option, value: (Array.isArray(value) ? value.join(',') : value) as ActionValue })}`,
		)
		.join('');
}

/** Makes a download: the bytes that the command line writes. @throws InputError, UsageError as the pipeline does */
export async function makeDownload(project: Project, id: string): Promise<Download> {
	const report = new Report();
	const [first] = project.sources;
	const files = id === 'level' ? await filesOfLevel(project, report) : await convertedFiles(project, id, report);
	if (report.failed || files.length === 0) return { findings: report.findings };
	if (files.length === 1 && id !== 'level')
		return { file: { name: baseName(files[0].path), bytes: files[0].bytes }, findings: report.findings };
	const entries = Object.fromEntries(files.map(({ path, bytes }) => [baseName(path), bytes]));
	const bytes = zipSync(entries, { mtime: NO_DATE });
	return { file: { name: `${first.name}.zip`, bytes }, findings: report.findings };
}

async function convertedFiles(project: Project, extension: string, report: Report): Promise<readonly OutputFile[]> {
	const { registry, options, sources } = project;
	const output = `${sources[0].name}${extension}`;
	const names = [output, ...sources.map(pathOrName)];
	const { files } = await convert(
		sources,
		output,
		convertOptions(given(CONVERT_OPTIONS, options), names, undefined, registry),
		project.context(report),
		registry,
	);
	return files;
}

async function filesOfLevel(project: Project, report: Report): Promise<readonly OutputFile[]> {
	const { registry } = project;
	const options = await project.chosen();
	const context = project.context(report);
	const chosen = given(RECIPE_OPTIONS, options);
	const level = await readLevel(
		project.sources[0],
		{
			...(options.roomSpace === undefined ? {} : { roomSpace: options.roomSpace }),
			read: given(registry.readOptions, options),
			rooms: given(ROOM_OPTIONS, options),
			roomFiles: project.roomFiles(registry.roomExtensions),
			recipe: levelRecipe(chosen),
		},
		context,
		registry,
	);
	return report.failed ? [] : levelFiles(level, '', {}, context);
}
