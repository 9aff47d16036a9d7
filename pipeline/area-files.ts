import { decodeBwm } from '../importers/bwm/decode.ts';
import { identityOf } from '../importers/bwm/index.ts';
import { readGff } from '../importers/gff/read.ts';
import type { Thing } from '../src/area/thing.ts';
import { thingsOfGit, thingsOfHooks, thingsOfPlacements } from '../src/area/things.ts';
import { walkmeshFromBwm } from '../src/bwm/derive.ts';
import { InputError, type Report } from '../src/findings/report.ts';
import type { InputSource } from '../src/formats/contracts.ts';
import type { Gff } from '../src/gff/gff.ts';
import type { Layout, Level, ObjectPlacement } from '../src/level/level.ts';
import type { PlacedObject } from '../src/query/placed.ts';
import { DOOR_STATES, type Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { LEVEL_FILE_FINDINGS } from './findings.ts';

/** Says that a GFF is of another type than is wanted. @throws InputError */
export function requireGffType(type: string, wanted: string, report: Report): void {
	if (type !== wanted)
		report.fail(LEVEL_FILE_FINDINGS.GFF_OTHER_TYPE, {}, { type: type.trim(), wanted: wanted.trim() });
}

/**
 * What stands in the area of a layout, by what lies beside it: its GIT; or else the placements that a scene showed; or else the door hooks of the
 * layout itself. What cannot be read is reported.
 */
export async function thingsBeside(source: InputSource, layout: Layout, report: Report): Promise<Thing[]> {
	const stem = stemOf(source);
	const git = await gitBeside(source, report);
	if (git !== undefined) return git;
	const placements = await beside(source, `${stem}.placements.json`, report, (bytes, within) =>
		thingsOfPlacements(readPlacements(bytes, within).placements),
	);
	if (placements !== undefined) return placements;
	return layout.objects === undefined ? thingsOfHooks(layout) : thingsOfPlacements(layout.objects);
}

/** The walkmeshes of doors (closed) and placeables that stand in an area, where they lie beside its layout. */
export async function objectsBeside(
	source: InputSource,
	things: readonly Thing[],
	report: Report,
): Promise<Walkmesh[]> {
	const names = things.flatMap(({ kind, model }) =>
		model === undefined ? [] : kind === 'door' ? [`${model}0.dwk`] : kind === 'placeable' ? [`${model}.pwk`] : [],
	);
	const found: Walkmesh[] = [];
	for (const name of new Set(names)) {
		const walkmesh = await beside(source, name, report, (bytes, within) =>
			walkmeshFromBwm(decodeBwm(bytes, within), identityOf(name), within),
		);
		if (walkmesh !== undefined) found.push(walkmesh);
	}
	return found;
}

/** Doors, in each state that there is a walkmesh of, and placeables that stand in the area of a layout, with the walkmeshes that lie beside it. */
export async function placedBeside(source: InputSource, layout: Layout, report: Report): Promise<PlacedObject[]> {
	const known = new Map<string, Promise<Walkmesh | undefined>>();
	const read = (name: string): Promise<Walkmesh | undefined> => {
		const found =
			known.get(name) ??
			beside(source, name, report, (bytes, within) =>
				walkmeshFromBwm(decodeBwm(bytes, within), identityOf(name), within),
			);
		known.set(name, found);
		return found;
	};
	const placed: PlacedObject[] = [];
	for (const { kind, model, position, bearing = 0 } of await thingsBeside(source, layout, report)) {
		if (model === undefined || (kind !== 'door' && kind !== 'placeable')) continue;
		const names = kind === 'door' ? DOOR_STATES.map((_, digit) => `${model}${digit}.dwk`) : [`${model}.pwk`];
		for (const name of names) {
			const walkmesh = await read(name);
			if (walkmesh !== undefined) placed.push({ walkmesh, position, bearing: (bearing * Math.PI) / 180 });
		}
	}
	return placed;
}

/** The same of a scene, where it shows them. */
export function placedIn({ objects, layout }: Level): PlacedObject[] {
	return (layout.objects ?? []).flatMap(({ model, position, bearing }) =>
		objects
			.filter(({ name }) => name.toLowerCase() === model.toLowerCase())
			.map((walkmesh) => ({ walkmesh, position, bearing: (bearing * Math.PI) / 180 })),
	);
}

/** What the GIT of a layout puts into its area; undefined without one. */
export async function gitBeside(source: InputSource, report: Report): Promise<Thing[] | undefined> {
	return beside(source, `${stemOf(source)}.git`, report, (bytes, within) => thingsOfGit(readGit(bytes, within)));
}

/** @throws InputError for what is none */
export function readGit(bytes: Uint8Array, report: Report): Gff {
	const gff = readGff(bytes, report);
	requireGffType(gff.type, 'GIT ', report);
	return gff;
}

function stemOf({ fileName }: InputSource): string {
	return fileName.replace(/\.[^.]*$/, '');
}

async function beside<T>(
	source: InputSource,
	name: string,
	report: Report,
	read: (bytes: Uint8Array, report: Report) => T,
): Promise<T | undefined> {
	const bytes = await source.sibling?.(name).catch(() => undefined);
	if (bytes === undefined) return undefined;
	const within = report.within({ file: (source.path ?? source.fileName).replace(/[^/\\]*$/, name) });
	try {
		return read(bytes, within);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		within.push(error.finding);
		return undefined;
	}
}

export interface PlacementsFile {
	readonly level: string;
	readonly placements: readonly ObjectPlacement[];
}

/** Reads the placements of a level. @throws InputError for what is none */
export function readPlacements(bytes: Uint8Array, report: Report): PlacementsFile {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		value = undefined;
	}
	const { version, level, placements } = (value ?? {}) as Partial<Record<string, unknown>>;
	const isRight = version === 1 && Array.isArray(placements) && placements.every(isPlacement);
	if (!isRight) return report.fail(LEVEL_FILE_FINDINGS.PLACEMENTS_INVALID, {}, {});
	return { level: typeof level === 'string' ? level : '', placements: placements as ObjectPlacement[] };
}

function isPlacement(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const { kind, model, position, bearing } = value as Partial<Record<string, unknown>>;
	return (
		(kind === 'door' || kind === 'placeable') &&
		typeof model === 'string' &&
		Array.isArray(position) &&
		position.length === 3 &&
		[...position, bearing].every((each) => typeof each === 'number' && Number.isFinite(each))
	);
}
