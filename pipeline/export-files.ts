import type { Thing } from '../src/area/thing.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { Exporter, InputSource, LoadedWalkmesh, ReadContext, WriteContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import { groupBy } from '../src/mesh/arrays.ts';
import { given } from '../src/options/options.ts';
import { type NamedDoor, stateFileName, stateOfOutput, statesOf } from './door-outputs.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { WriteOptions } from './options.ts';
import { hasExtension, type Registry } from './registry.ts';
import { isOneModel, type Wanted, wantedBy } from './wanted.ts';

/**
 * The exporter for an output: the one asked for, otherwise the one its ending belongs to.
 * @throws UsageError when there is none
 */
export function findExporter(output: string, registry: Registry, format?: string | undefined): Exporter {
	if (format !== undefined) return registry.exporter(format);
	const found = registry.exporters.find((exporter) => hasExtension(output, exporter));
	if (found !== undefined) return found;
	const extension = /\.[^./\\]*$/.exec(output)?.[0];
	const what =
		extension === undefined
			? `"${output}" has no file extension.`
			: `"${output}": wokflow does not write ${extension} files.`;
	const known = [...new Set(registry.exporters.flatMap(({ extensions }) => extensions))];
	throw new UsageError(`${what} Use ${known.join(', ')}.`);
}

/** Tells of options about writing that the format of the output does not have. */
export function reportIdleWriting(
	write: WriteOptions,
	exporter: Exporter,
	{ exporters }: Registry,
	report: Report,
): void {
	const { to: _, ...options } = write;
	const has = ({ options: own = {} }: Exporter, option: string): boolean => Object.hasOwn(own, option);
	for (const option of Object.keys(options)) {
		if (has(exporter, option)) continue;
		const formats = exporters.filter((each) => has(each, option)).map(({ name }) => name);
		const data = { option, format: exporter.name, formats: formats.join(', ') };
		report.add(BUILD_FINDINGS.WRITE_OPTION_WITHOUT_EFFECT, {}, data);
	}
}

export interface ExportOptions {
	readonly write?: WriteOptions;
	/** Tells the rooms that markers of transitions name. */
	readonly layout?: Layout;
	/** What stands in the area, for formats that show it. */
	readonly things?: readonly Thing[];
	/** Where a model goes of an input that holds several, such as the rooms of a level: a file of its own. Without it, such an input is an error. */
	readonly outputOf?: (model: string) => string;
}

/** What was read. */
interface ReadSources {
	readonly sources: readonly InputSource[];
	/** Those that were scenes, which doors may be called after. */
	readonly scenes: readonly NamedDoor[];
	/** A source holds several models, of whatever kind. */
	readonly isSeveral: boolean;
}

/** The files of what one output is to hold. */
export async function exportFiles(
	walkmeshes: readonly LoadedWalkmesh[],
	{ sources, scenes, ...read }: ReadSources,
	output: string,
	exporter: Exporter,
	wanted: Wanted,
	{ write = {}, layout, things, outputOf }: ExportOptions,
	context: ReadContext,
): Promise<OutputFile[]> {
	if (walkmeshes.length === 0) return [];
	const isOne = exporter.holds === 'any' || isOneModel(walkmeshes);
	if (!isOne && outputOf === undefined) {
		reportSeveral(walkmeshes, sources, exporter, context.report);
		return [];
	}
	const pathOf = (first: LoadedWalkmesh): string => {
		const { name, kind, doorState } = first.walkmesh;
		if (outputOf !== undefined && exporter.holds !== 'any' && read.isSeveral)
			return kind === 'door' && exporter.holds === 'walkmesh'
				? stateFileName(outputOf(name), doorState ?? 'closed')
				: outputOf(name);
		return exporter.holds === 'walkmesh'
			? doorPath(output, wanted, [...walkmeshes.map(({ walkmesh }) => walkmesh), ...scenes], first)
			: output;
	};
	const roomNames = layout?.rooms.map(({ model }) => model);
	const roomPositions = layout?.rooms.map(({ position }) => position);
	const within = {
		...context,
		...(roomNames === undefined ? {} : { roomNames }),
		...(roomPositions === undefined ? {} : { roomPositions }),
		...(things === undefined ? {} : { things }),
	};
	return writeGroups(walkmeshes, exporter, write, pathOf, within);
}

/**
 * The files of some walkmeshes: one each or one for all, as the exporter has it, and what belongs beside them.
 * @param pathOf the path of a file by its first walkmesh
 */
export async function writeGroups(
	walkmeshes: readonly LoadedWalkmesh[],
	exporter: Exporter,
	options: WriteOptions,
	pathOf: (first: LoadedWalkmesh) => string,
	context: Omit<WriteContext, 'output'>,
): Promise<OutputFile[]> {
	const groups = groupsOf(walkmeshes, exporter);
	const files: OutputFile[] = [];
	for (const group of groups) {
		const path = pathOf(group[0]);
		const within = { ...context, output: path };
		files.push({ path, bytes: await exporter.write(group, given(exporter.options ?? {}, options), within) });
		files.push(...(exporter.beside?.(group, within) ?? []));
	}
	return files;
}

/** The walkmeshes of each file. */
function groupsOf(walkmeshes: readonly LoadedWalkmesh[], { holds }: Exporter): readonly (readonly LoadedWalkmesh[])[] {
	if (holds === 'walkmesh') return walkmeshes.map((each) => [each]);
	if (holds === 'any') return [walkmeshes];
	return [...groupBy(walkmeshes, ({ walkmesh: { kind, name } }) => `${kind} ${name.toLowerCase()}`).values()];
}

/** What can be done depends on where the walkmeshes come from: of one file, one can be chosen. */
function reportSeveral(
	walkmeshes: readonly LoadedWalkmesh[],
	sources: readonly InputSource[],
	exporter: Exporter,
	report: Report,
): void {
	const names = [...new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name))];
	const [{ walkmesh: first }] = walkmeshes;
	const [source] = sources;
	const file = sources.length === 1 ? { file: source.path ?? source.fileName } : {};
	const data = {
		names: names.join(', '),
		count: names.length,
		extension:
			exporter.extensions.find((extension) => wantedBy(`a${extension}`).kind === first.kind) ?? exporter.extensions[0],
		...(sources.length === 1 ? { first: first.name } : {}),
	};
	report.add(BUILD_FINDINGS.SEVERAL_FOR_OUTPUT, file, data);
}

/** A door's file is called after its state, unless the name of the output has it. @param doors what the input holds of doors */
function doorPath(
	output: string,
	wanted: Wanted,
	doors: readonly NamedDoor[],
	{ walkmesh: { kind, doorState } }: LoadedWalkmesh,
): string {
	if (kind !== 'door' || doorState === undefined) return output;
	if (wanted.kind !== 'door' && statesOf(doors).length === 1) return output;
	const isNamed = wanted.doorState !== undefined && stateOfOutput(output, doors) !== undefined;
	return isNamed ? output : stateFileName(output, doorState);
}
