import { encodeBwm } from '../exporters/bwm/encode.ts';
import { deriveBwm } from '../src/bwm/derive.ts';
import { type Finding, InputError, Report } from '../src/findings/report.ts';
import type { InputSource, ReadContext, RoomFiles } from '../src/formats/contracts.ts';
import { bytesSource, type OutputFile } from '../src/formats/sources.ts';
import { withFiniteHeader } from '../src/walkmesh/walkmesh.ts';
import { checkSource } from './check.ts';
import { readLayoutFiles } from './layout-file.ts';
import { linkLayout } from './link-layout.ts';
import { FIX_OPTIONS, type FixOptions } from './mend-options.ts';
import { readSource } from './read.ts';
import { resolveRecipe, runStages, stagesOf } from './recipe.ts';
import type { Registry } from './registry.ts';

/** A file and what it would become. */
export interface FixedFile extends OutputFile {
	/** False when every byte is as it was. */
	readonly changed: boolean;
	/** The stages that were run, in their order; `rebuild` derives the tables, `link` the links. */
	readonly steps: readonly string[];
}

export interface Fixed {
	readonly files: readonly FixedFile[];
	/** How many findings of each code there were, and are left. */
	readonly before: Readonly<Record<string, number>>;
	readonly after: Readonly<Record<string, number>>;
}

type Step = readonly [name: string, options: Readonly<Record<string, unknown>>];

/** Which findings a stage mends. Without one of them it is not run: what is sound stays as it is, byte for byte. */
function remedies({
	reach = FIX_OPTIONS.reach.default,
	orient = 'keep',
}: FixOptions): readonly (readonly [Step, readonly string[]])[] {
	return [
		[['weld', { tolerance: reach }], ['VERTEX_NEAR_MISS']],
		[['weld', {}], ['GROUND_TORN']],
		[
			['drop-degenerate', {}],
			['FACE_DEGENERATE', 'FACE_NOT_FINITE'],
		],
		[
			['drop-duplicate', {}],
			['FACE_DUPLICATE', 'FACE_DUPLICATE_SURFACE'],
		],
		...(orient === 'flip'
			? [
					[
						['orient', { mode: 'flip' }],
						['WALKABLE_FACE_DOWN', 'WALKABLE_UPSIDE_DOWN'],
					] as const,
				]
			: []),
		[['mend-seams', { snap: reach }], ['GROUND_CRACK']],
		[['fix-tjunctions', {}], ['T_JUNCTION']],
		[['drop-unused', {}], ['VERTICES_UNUSED']],
	];
}

/** Mended by deriving the tables anew. */
const TABLES =
	/^(?:TABLE|TREE)_|^BWM_(?:EDGE_RANGE|TRANSITION_NEGATIVE|HEADER_NOT_FINITE)$|^TRANSITION_NOT_ON_PERIMETER$/;
/** Mended by finding the links of the level anew. */
const LINKS = /^(?:LINK_(?:UNCONFIRMED|OUT_OF_RANGE|TO_SELF|WITHOUT_GROUND|APART|ONE_WAY)|SEAM_UNLINKED)$/;
/** After that many rounds what is left is told. */
const ROUNDS = 3;

/**
 * Mends a walkmesh file: exactly what checking it finds and can be mended for certain. Nothing is written. A file without such faults keeps every byte,
 * and mending what was mended changes nothing.
 *
 * @throws InputError when it cannot be read
 */
export async function fixFile(
	source: InputSource,
	options: FixOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Fixed> {
	const path = source.path ?? source.fileName;
	const original = await source.bytes();
	const first = await checkSource(source, {}, context, registry);
	const steps: string[] = [];
	let bytes = original;
	let found = first;
	for (let round = 0; round < ROUNDS; round++) {
		const wanted = remedies(options).filter(([, codes]) => found.some(({ code }) => codes.includes(code)));
		const rebuilds = found.some(({ code, severity }) => TABLES.test(code) && severity !== 'info');
		if (wanted.length === 0 && !rebuilds) break;
		const next = await mended(
			memory(bytes, source),
			wanted.map(([step]) => step),
			context,
			registry,
		);
		if (next === undefined || Buffer.compare(next, bytes) === 0) break;
		bytes = next;
		steps.push(...wanted.map(([[name]]) => name), 'rebuild');
		found = await checkSource(memory(bytes, source), {}, { ...context, report: new Report() }, registry);
	}
	const changed = Buffer.compare(bytes, original) !== 0;
	return {
		files: [{ path, bytes: changed ? bytes : original, changed, steps: [...new Set(steps)] }],
		before: countsOf(first),
		after: countsOf(found),
	};
}

/** The walkmesh of a file after some stages, as a file with all tables derived; undefined for what is no single binary. */
async function mended(
	source: InputSource,
	steps: readonly Step[],
	context: ReadContext,
	registry: Registry,
): Promise<Uint8Array | undefined> {
	// What reading tells was told when it was checked.
	const within = { ...context, report: new Report() };
	const loaded = await readSource(source, {}, within, registry);
	if (loaded.kind !== 'walkmeshes' || loaded.walkmeshes.length !== 1 || loaded.walkmeshes[0].file === undefined)
		return undefined;
	const stages = stagesOf(resolveRecipe(steps, registry), 'walkmesh');
	const walkmesh = await runStages(loaded.walkmeshes[0].walkmesh, stages, within);
	return encodeBwm(deriveBwm(withFiniteHeader(walkmesh), context.surfaces, within.report));
}

/**
 * Mends the rooms of a layout as `fixFile` does, and then their links, where those are not what geometry says. Nothing is written.
 * @throws InputError when the layout cannot be read; rooms that cannot are reported and left
 */
export async function fixLayout(
	source: InputSource,
	roomFiles: RoomFiles,
	options: FixOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Fixed> {
	const first = await checkSource(source, { roomFiles }, context, registry);
	const { layout } = await readLayoutFiles(source, registry, new Report());
	const files = new Map<string, FixedFile>();
	const sources = new Map<string, InputSource>();
	for (const { model } of layout.rooms) {
		const room = await roomFiles.find(model);
		if (room === undefined || files.has(model.toLowerCase())) continue;
		try {
			const [file] = (await fixFile(room, options, { ...context, report: new Report() }, registry)).files;
			files.set(model.toLowerCase(), file);
			sources.set(model.toLowerCase(), memory(file.bytes, room));
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
	const inMemory: RoomFiles = { looked: roomFiles.looked, find: async (room) => sources.get(room.toLowerCase()) };
	let found = await checkSource(source, { roomFiles: inMemory }, { ...context, report: new Report() }, registry);
	if (found.some(({ code }) => LINKS.test(code))) {
		const within = { ...context, report: new Report() };
		const linked = await linkLayout(layout, inMemory, { link: { unmatched: 'clear' } }, within, registry);
		for (const { room, bytes, changed } of linked.files) {
			const file = files.get(room.toLowerCase());
			const known = sources.get(room.toLowerCase());
			if (file === undefined || known === undefined || !changed) continue;
			files.set(room.toLowerCase(), { ...file, bytes, changed: true, steps: [...file.steps, 'link'] });
			sources.set(room.toLowerCase(), memory(bytes, known));
		}
		found = await checkSource(source, { roomFiles: inMemory }, { ...context, report: new Report() }, registry);
	}
	return { files: [...files.values()], before: countsOf(first), after: countsOf(found) };
}

/** The same source with other bytes. */
function memory(bytes: Uint8Array, { fileName, path }: InputSource): InputSource {
	return { ...bytesSource(bytes, fileName), ...(path === undefined ? {} : { path }) };
}

function countsOf(findings: readonly Finding[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
	return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
