import { given } from '../src/findings/options.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import { giveTurn } from '../src/findings/turns.ts';
import {
	type Exporter,
	type InputSource,
	type LoadedWalkmesh,
	type OutputFile,
	pathOrName,
	type ReadContext,
	requireName,
	type WriteContext,
} from '../src/formats/contracts.ts';
import { groupBy } from '../src/math/arrays.ts';
import type { Layout, Thing } from '../src/model/level.ts';
import { stateFileName } from '../src/model/walkmesh.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { WriteOptions } from './options.ts';
import { hasExtension, type Registry } from './registry.ts';
import { isOneModel, type NamedDoor, stateOfOutput, statesOf, type Wanted, wantedBy } from './wanted.ts';

/**
 * The exporter for an output: the one of `format` if given, otherwise the one that its extension belongs to.
 * @throws UsageError when there is none
 */
export function findExporter(output: string, registry: Registry, format?: string | undefined): Exporter {
	requireName(output, 'name of an output');
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

/** Reports given write options that the format of the output does not have. */
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
	/** The layout in which transition markers look up room names. */
	readonly layout?: Layout;
	/** The things placed in the area, for formats that show them. */
	readonly things?: readonly Thing[];
	/** The path of the file for one model of an input with several, such as the rooms of a level. Without it, such an input is an error. */
	readonly outputOf?: (model: string) => string;
}

/** The sources of an output, after they were read. */
interface ReadSources {
	readonly sources: readonly InputSource[];
	/** The sources that were scenes. A door may be named after its scene. */
	readonly scenes: readonly NamedDoor[];
	/** True when some source holds several models of any kind. */
	readonly isSeveral: boolean;
}

/** Encodes the walkmeshes of one output. */
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
 * Encodes walkmeshes: one file for each, for each model or for all of them, as `holds` of the exporter says, and the files it adds beside.
 * @param pathOf gives the path of a file, from its first walkmesh
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
		await giveTurn(context.signal);
		const path = pathOf(group[0]);
		const within = { ...context, output: path };
		files.push({ path, bytes: await exporter.write(group, given(exporter.options ?? {}, options), within) });
		files.push(...(exporter.beside?.(group, within) ?? []));
	}
	await giveTurn(context.signal);
	return files;
}

/** Groups walkmeshes by the file that they go into. */
function groupsOf(walkmeshes: readonly LoadedWalkmesh[], { holds }: Exporter): readonly (readonly LoadedWalkmesh[])[] {
	if (holds === 'walkmesh') return walkmeshes.map((each) => [each]);
	if (holds === 'any') return [walkmeshes];
	return [...groupBy(walkmeshes, ({ walkmesh: { kind, name } }) => `${kind} ${name.toLowerCase()}`).values()];
}

/** Reports several models for an output of one. With a single source, the finding proposes to choose one of its models by name. */
function reportSeveral(
	walkmeshes: readonly LoadedWalkmesh[],
	sources: readonly InputSource[],
	exporter: Exporter,
	report: Report,
): void {
	const names = [...new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name))];
	const [{ walkmesh: first }] = walkmeshes;
	const [source] = sources;
	const file = sources.length === 1 ? { file: pathOrName(source) } : {};
	const data = {
		names: names.join(', '),
		count: names.length,
		extension:
			exporter.extensions.find((extension) => wantedBy(`a${extension}`).kind === first.kind) ?? exporter.extensions[0],
		...(sources.length === 1 ? { first: first.name } : {}),
	};
	report.add(BUILD_FINDINGS.SEVERAL_FOR_OUTPUT, file, data);
}

/** The path of a door's file: the output with the digit of its state, unless it has one already. @param doors the doors of the input */
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
