import { encodeBwm } from '../exporters/bwm/index.ts';
import { writeVis } from '../level/formats/write.ts';
import { showLinks } from '../level/rooms/visibility.ts';
import { INPUT_FILE_FINDINGS } from '../pipeline/findings.ts';
import { findImporter, readSource } from '../pipeline/read.ts';
import { resolveRecipe, runStages, stagesOf } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import { deriveBwm } from '../src/bwm/derive.ts';
import { NEAR_MISS_OPTIONS } from '../src/clean/near-misses.ts';
import { laySills } from '../src/clean/sills.ts';
import { type GivenOf, given } from '../src/findings/options.ts';
import { FIX_STAGES, type Finding, InputError, Report } from '../src/findings/report.ts';
import {
	bytesSource,
	type InputSource,
	type OutputFile,
	pathBeside,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../src/formats/contracts.ts';
import { LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../src/formats/limits.ts';
import { WELD_OPTIONS } from '../src/geometry/weld.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM } from '../src/model/level.ts';
import { withFiniteHeader } from '../src/model/walkmesh.ts';
import { doorwayLinks } from '../src/seams/doorways.ts';
import { gatherPerimeterEdges } from '../src/seams/perimeter-edges.ts';
import { checkSource } from './check.ts';
import { FIX_OPTIONS, type FixOptions, fixOf, fixOptions, needsLinks, needsTables } from './edit/remedies.ts';
import { readLayoutFiles } from './files/layout-file.ts';
import { linkLayout } from './level/link-layout.ts';

/** In one file: a file and the rooms of a layout are fixed in the same rounds and steps. */

/** A file as it would become, and what was done to it. */
export interface FixedFile extends OutputFile {
	/** False when the bytes are the same as before. */
	readonly changed: boolean;
	/** The names of the steps, in order: stages, `rebuild` for derived tables, `link` for links. */
	readonly steps: readonly string[];
}

export interface Fixed {
	readonly files: readonly FixedFile[];
	/** Number of findings by code, before the fix and after it. */
	readonly before: Readonly<Record<string, number>>;
	readonly after: Readonly<Record<string, number>>;
	/** The findings themselves. */
	readonly found: { readonly before: readonly Finding[]; readonly after: readonly Finding[] };
}

/** A stage that fixes something, and its options. */
type Step = readonly [name: string, options: Readonly<Record<string, unknown>>];

/** Most rounds of checking and fixing; findings left after them are reported. */
const ROUNDS = 3;
/** How far the final weld moves vertices at most, in metres. */
const WELDED = WELD_OPTIONS.tolerance.default;

/**
 * Fixes the faults of a walkmesh file that have one certain remedy, and those that options name. Nothing is written. A file without such faults
 * keeps every byte, and a second run changes nothing. No vertex moves farther than `reach`. A scene is reported and left as it is.
 *
 * @throws InputError when it cannot be read
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const { files, before, after } = await fixFile(await openFile('room.wok', report), {}, context, createRegistry());
 * console.log(files.filter(({ changed }) => changed).length, 'to write;', before, 'became', after);
 */
export async function fixFile(
	source: InputSource,
	options: FixOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Fixed> {
	const path = pathOrName(source);
	const original = await source.bytes();
	const first = await checkSource(source, { read: readingOf(options) }, context, registry);
	const unreadable = first.find(({ severity }) => severity === 'fatal');
	if (unreadable !== undefined) throw new InputError(unreadable);
	if (findImporter(source, registry, new Report()).gives !== 'walkmeshes') {
		context.report.add(INPUT_FILE_FINDINGS.INPUT_NO_WALKMESH, { file: path }, {});
		return {
			files: [{ path, bytes: original, changed: false, steps: [] }],
			before: {},
			after: {},
			found: { before: first, after: first },
		};
	}
	if (findImporter(source, registry, new Report()).name !== 'bwm') {
		const codes = [...new Set(first.filter((finding) => needsMending(finding, options)).map(({ code }) => code))];
		if (codes.length > 0)
			context.report.add(INPUT_FILE_FINDINGS.FIX_NOT_BINARY, { file: path }, { codes: codes.join(', ') });
		const counts = countsOf(first);
		const files = [{ path, bytes: original, changed: false, steps: [] }];
		return { files, before: counts, after: counts, found: { before: first, after: first } };
	}
	const steps: string[] = [];
	let bytes = original;
	let found = first;
	let left = options.reach ?? FIX_OPTIONS.reach.default;
	for (let round = 0; round < ROUNDS; round++) {
		const wanted = stepsFor(found, options, left);
		const rebuilds = found.some(needsTables);
		if (wanted.length === 0 && !rebuilds) break;
		const next = await mended(memory(bytes, source), wanted, rebuilds, readingOf(options), context, registry);
		if (next === undefined || Buffer.compare(next, bytes) === 0) break;
		bytes = next;
		left -= spent(wanted, found);
		steps.push(...wanted.map(([name]) => name), 'rebuild');
		found = await checkSource(
			memory(bytes, source),
			{ read: readingOf(options) },
			{ ...context, report: new Report() },
			registry,
		);
	}
	const changed = Buffer.compare(bytes, original) !== 0;
	return {
		files: [{ path, bytes: changed ? bytes : original, changed, steps: changed ? [...new Set(steps)] : [] }],
		before: countsOf(first),
		after: countsOf(found),
		found: { before: first, after: found },
	};
}

/** The limits that inputs are read with, each time again: one that is raised is raised for all of them. */
function readingOf(options: FixOptions): GivenOf<typeof LIMIT_OPTIONS> {
	return given(LIMIT_OPTIONS, options);
}

/** True when one of the steps would fix a finding. */
function needsMending(finding: Finding, options: FixOptions): boolean {
	const { sills: _, steep: __, ...others } = options;
	return needsTables(finding) || stepsFor([finding], others, FIX_OPTIONS.reach.default).length > 0;
}

/** The stages for these findings and options, in order. @param left how far vertices may still be moved, in metres */
function stepsFor(found: readonly Finding[], { orient, sills, steep, backs }: FixOptions, left: number): Step[] {
	// Vertices are joined all at once or not at all: halfway they would only tear the ground elsewhere.
	const isInReach = ({ code, data }: Finding): boolean =>
		code !== 'VERTEX_NEAR_MISS' || Number(data?.['distance']) + WELDED <= left + 1e-9;
	const needs = (stage: (typeof FIX_STAGES)[number]): boolean =>
		found.some((each) => fixOf(each)?.stages?.includes(stage) && isInReach(each));
	const asksFor = (name: string): boolean =>
		found.some((each) => fixOptions(each)?.some(({ option }) => option === name));
	// Unless too little would be left to close them: closing them moves what nearly coincides as well.
	const widest = Math.max(0, ...found.map(({ code, data }) => (code === 'GROUND_CRACK' ? Number(data?.['snap']) : 0)));
	const isInAll = widest + WELDED <= left + 1e-9;
	const seamsFirst = needs('join-near') && isInAll && widest + WELDED > left - joinedBy(found) + 1e-9;
	const steps = FIX_STAGES.flatMap((stage): Step[] => {
		if (!needs(stage)) return [];
		if (stage === 'join-near') return seamsFirst ? [] : [[stage, { reach: Math.min(left, NEAREST_MISS), most: left }]];
		// Vertices that nearly coincide are joined first: seams that are still open then are left for the next round.
		if (stage === 'mend-seams')
			return left > WELDED && (seamsFirst || !needs('join-near')) ? [[stage, { snap: left - WELDED }]] : [];
		return [[stage, {}]];
	});
	const before = steps.findIndex(([name]) => name === 'fix-tjunctions');
	const named: Step[] = [
		...(orient === 'flip' && asksFor('orient') ? [['orient', { mode: 'flip' }] as const] : []),
		...(backs === 'drop' && asksFor('backs') ? [['drop-duplicate', { backs }] as const] : []),
		...(steep === undefined ? [] : [['close-steep', { steepest: steep }] as const]),
		...(sills === undefined ? [] : [['lay-sills', { reach: sills }] as const]),
	];
	return before < 0 ? [...steps, ...named] : [...steps.slice(0, before), ...named, ...steps.slice(before)];
}

/** Largest gap that `join-near` closes, in metres. Vertices farther apart are reported as cracks. */
const NEAREST_MISS = NEAR_MISS_OPTIONS.reach.default;

/** How far the steps moved vertices at most, in metres. */
function spent(steps: readonly Step[], found: readonly Finding[]): number {
	return steps.reduce((sum, [name, options]) => {
		if (name === 'mend-seams') return sum + Number(options['snap']) + WELDED;
		return name === 'join-near' ? sum + joinedBy(found) : sum;
	}, 0);
}

/** How far `join-near` moves vertices at most, in metres. */
function joinedBy(found: readonly Finding[]): number {
	const distances = found.map(({ code, data }) => (code === 'VERTEX_NEAR_MISS' ? Number(data?.['distance']) : 0));
	return Math.max(0, ...distances) + WELDED;
}

/** The bytes of a file after some stages, all tables derived; undefined when nothing changes or the file is not one binary walkmesh. */
async function mended(
	source: InputSource,
	steps: readonly Step[],
	rebuilds: boolean,
	read: GivenOf<typeof LIMIT_OPTIONS>,
	context: ReadContext,
	registry: Registry,
): Promise<Uint8Array | undefined> {
	// Checking has reported the findings of reading already, so these are dropped.
	const within = { ...context, report: new Report() };
	const loaded = await readSource(source, read, within, registry);
	if (loaded.kind !== 'walkmeshes' || loaded.walkmeshes.length !== 1 || loaded.walkmeshes[0].file === undefined)
		return undefined;
	const { walkmesh: before } = loaded.walkmeshes[0];
	const walkmesh = await runStages(before, stagesOf(resolveRecipe(steps, registry), 'walkmesh'), within);
	if (walkmesh === before && !rebuilds) return undefined;
	return encodeBwm(deriveBwm(withFiniteHeader(walkmesh), context.surfaces, within.report));
}

/**
 * Fixes the rooms of a layout as `fixFile` does, and then the connections between them: gaps, if `sills` is given, links that do not match
 * the geometry, and linked rooms that the visibility file beside the layout does not show from each other. Nothing is written.
 *
 * @throws InputError when the layout cannot be read; rooms that cannot be read are reported and left
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const rooms = roomFiles('rooms', report, ['.wok']);
 * const { files } = await fixLayout(await openFile('quay.lyt', report), rooms, {}, context, createRegistry());
 * console.log(files.map(({ path, steps }) => `${path}: ${steps.join(', ')}`));
 */
export async function fixLayout(
	source: InputSource,
	roomFiles: RoomFiles,
	options: FixOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Fixed> {
	const read = readingOf(options);
	const limits = given(ROOM_LIMIT_OPTIONS, options);
	const first = await checkSource(source, { roomFiles, read, rooms: limits }, context, registry);
	const tooMany = first.find(({ code }) => code === 'TOO_MANY_ROOMS');
	if (tooMany !== undefined) throw new InputError(tooMany);
	const { layout, visibility, visibilityFile } = await readLayoutFiles(source, registry, new Report());
	const unlisted = first.filter(({ code }) => code === 'LEVEL_ROOM_UNLISTED');
	for (const finding of [...first.filter(({ severity }) => severity === 'fatal'), ...unlisted])
		context.report.push(finding);
	const rooms = new Rooms(roomFiles);
	for (const { model } of layout.rooms) {
		const room = await roomFiles.find(model);
		if (room === undefined || rooms.has(model)) continue;
		try {
			const own = new Report();
			const [file] = (await fixFile(room, options, { ...context, report: own }, registry)).files;
			for (const finding of own.findings) context.report.push(finding);
			rooms.add(model, file, room);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
	const { reach = FIX_OPTIONS.reach.default, sills } = options;
	const { surfaces } = context;
	let looked: Level | undefined;
	let seen = visibilityFile === undefined ? [] : [{ ...visibilityFile, changed: false, steps: [] as string[] }];
	const beside = source.sibling?.bind(source);
	const changed: InputSource = {
		...source,
		...(beside && {
			sibling: async (name) => seen.find(({ path }) => path === pathBeside(source, name))?.bytes ?? beside(name),
		}),
	};
	const look = () =>
		checkSource(
			changed,
			{
				roomFiles: rooms,
				read,
				rooms: limits,
				onLevel: (level) => {
					looked = level;
				},
			},
			{ ...context, report: new Report() },
			registry,
		);
	let laid = sills !== undefined && (await laySillsBetween(layout, rooms, sills, read, context, registry));
	let found = await look();
	const apart = new Set(first.filter(isApart).map(placeOf));
	for (let round = 0; round < ROUNDS; round++) {
		// Links that were good before and lead nowhere now, because a fix changed the ground on the other side, are found again.
		const wrong = found.filter((each) => needsLinks(each, reach) || (isApart(each) && !apart.has(placeOf(each))));
		// Links made again would no longer tell where in the layout the room belongs.
		if ((!laid && wrong.length === 0) || unlisted.length > 0) break;
		const { changes } = rooms;
		await linkAnew(layout, rooms, wrong, read, context, registry);
		if (sills !== undefined) {
			// Sills may touch each other, and make others possible: rooms are joined again, without moving what was moved before.
			await fixChanged(rooms, { ...options, reach: WELDED }, context, registry);
			laid = await laySillsBetween(layout, rooms, sills, read, context, registry);
		}
		found = await look();
		if (sills === undefined || rooms.changes === changes) break;
	}
	if (looked !== undefined && visibility !== undefined && found.some((each) => fixOf(each)?.redo === 'visibility')) {
		const shown = writeVis(showLinks(visibility, layout, doorwayLinks(looked, surfaces)));
		seen = seen.map(({ path }) => ({ path, bytes: shown, changed: true, steps: ['visibility'] }));
		found = await look();
	}
	const counts = { before: countsOf(first), after: countsOf(found) };
	return { files: [...rooms.files, ...seen], ...counts, found: { before: first, after: found } };
}

/** Fixes each room that was changed once more by itself. */
async function fixChanged(rooms: Rooms, options: FixOptions, context: ReadContext, registry: Registry): Promise<void> {
	for (const room of rooms.changed) {
		const source = await rooms.find(room);
		if (source === undefined) continue;
		const [file] = (await fixFile(source, options, { ...context, report: new Report() }, registry)).files;
		rooms.change(room, file.steps, file.bytes);
	}
}

/** True for a link without an edge on the other side. A room may have been moved on purpose, so such links are not fixed. */
function isApart({ code }: Finding): boolean {
	return code === 'LINK_APART';
}

function placeOf({ location: { room, edge } }: Finding): string {
	return `${room} ${edge}`;
}

/** The files of a layout's rooms in memory, with the changes so far. */
class Rooms implements RoomFiles {
	readonly looked: string;
	readonly #files = new Map<string, FixedFile>();
	readonly #sources = new Map<string, InputSource>();
	readonly #beside: RoomFiles;
	#others: ReadonlySet<string> = new Set();
	#changes = 0;

	constructor(beside: RoomFiles) {
		this.looked = beside.looked;
		this.#beside = beside;
	}

	get files(): FixedFile[] {
		return [...this.#files.values()];
	}

	has(room: string): boolean {
		return this.#files.has(room.toLowerCase());
	}

	async find(room: string): Promise<InputSource | undefined> {
		return this.#others.has(room) ? this.#beside.find(room) : this.#sources.get(room.toLowerCase());
	}

	async others(rooms: readonly string[]): Promise<readonly string[]> {
		const others = (await this.#beside.others?.(rooms)) ?? [];
		this.#others = new Set(others);
		return others;
	}

	add(room: string, file: FixedFile, source: InputSource): void {
		this.#files.set(room.toLowerCase(), file);
		this.#sources.set(room.toLowerCase(), memory(file.bytes, source));
	}

	/** Number of times that a room was changed. */
	get changes(): number {
		return this.#changes;
	}

	/** Names of the rooms that were changed. */
	get changed(): string[] {
		return [...this.#files].flatMap(([room, { changed }]) => (changed ? [room] : []));
	}

	/** Replaces the bytes of a room by those that steps made. */
	change(room: string, steps: readonly string[], bytes: Uint8Array): void {
		const file = this.#files.get(room.toLowerCase());
		const source = this.#sources.get(room.toLowerCase());
		if (file === undefined || source === undefined || Buffer.compare(bytes, file.bytes) === 0) return;
		this.#changes++;
		this.add(room, { ...file, bytes, changed: true, steps: [...new Set([...file.steps, ...steps])] }, source);
	}
}

/** Bridges the gaps between rooms with new faces. @returns whether there were gaps */
async function laySillsBetween(
	layout: Layout,
	rooms: Rooms,
	reach: number,
	read: GivenOf<typeof LIMIT_OPTIONS>,
	context: ReadContext,
	registry: Registry,
): Promise<boolean> {
	const { surfaces } = context;
	const within = { ...context, report: new Report() };
	const { level } = await linkLayout(
		layout,
		rooms,
		{ link: { unmatched: 'keep', exact: false }, read },
		within,
		registry,
	);
	const gather = (each: Level) => gatherPerimeterEdges(each, surfaces);
	const bridged = laySills(level, surfaces, reach, gather, within.report);
	for (const [index, { name, walkmesh }] of bridged.rooms.entries()) {
		if (walkmesh === undefined || walkmesh === level.rooms[index].walkmesh) continue;
		rooms.change(name, ['lay-sills'], encodeBwm(deriveBwm(walkmesh, surfaces, within.report)));
	}
	return bridged !== level;
}

/** Links the rooms. Edges are only moved as far as the widest seam that is to be closed. */
async function linkAnew(
	layout: Layout,
	rooms: Rooms,
	wrong: readonly Finding[],
	read: GivenOf<typeof LIMIT_OPTIONS>,
	context: ReadContext,
	registry: Registry,
): Promise<void> {
	const seams = wrong.filter(({ code }) => code === 'SEAM_UNLINKED');
	const snap = Math.max(0, ...seams.map(({ data }) => Number(data?.['snap'] ?? 0)));
	// A room whose file is missing here may exist elsewhere, so links to it are not cleared.
	const isWhole = layout.rooms.every(({ model }) => model === PLACEHOLDER_ROOM || rooms.has(model));
	const { files } = await linkLayout(
		layout,
		rooms,
		{
			conform: seams.some(({ data }) => data?.['kind'] !== 'whole'),
			link: { exact: false, snap, ...(isWhole ? { unmatched: 'clear' } : {}) },
			read,
		},
		{ ...context, report: new Report() },
		registry,
	);
	for (const { room, bytes, changed } of files) if (changed) rooms.change(room, ['link'], bytes);
}

/** A source in memory with the name and path of another one. */
function memory(bytes: Uint8Array, { fileName, path }: InputSource): InputSource {
	return { ...bytesSource(bytes, fileName), ...(path === undefined ? {} : { path }) };
}

function countsOf(findings: readonly Finding[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
	return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
