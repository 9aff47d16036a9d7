import { editDistance, LONGEST_MEANT_NAME } from '../text/names.ts';
import type { SurfaceTable } from './surfaces.ts';

/** Names that other tools use for a surface id, in their normalized form. */
const ALIASES: Readonly<Record<string, number>> = {
	undefined: 0,
	notdefined: 0,
	nonwalk: 7,
	nonwalkable: 7,
	notwalkable: 7,
	nowalk: 7,
	unwalkable: 7,
	bottomlesspit: 16,
	deepwater: 17,
	nonwalkgrass: 19,
	snow: 19,
	sand: 20,
	barebones: 21,
	stonebridge: 22,
	trigger: 30,
};

/** Names of another game of the same family: accepted for what they are there, which here is not walkable. */
const FOREIGN = new Set(['snow', 'sand', 'barebones', 'stonebridge']);

const PREFIX = /^(?:surfacemat|surface|surf|wok|walk|wm|mat)(?=[\s_.:=#-]|[A-Z0-9])[\s_.:=#-]*/;
const PREFIX_ANY_CASE = /^(?:surfacemat|surface|surf|wok|walk|wm|mat)[\s_.:=#-]*/i;
/** Only behind a prefix that can mean nothing else: `Material.007`, `mat_4`, `id4` and `03` are what modellers call things by default. */
const NUMBER = /^(?:surfacemat|surface|surf|wok|walk|wm)[\s_.:=#-]*(\d{1,10})$/i;

/** How a name led to a surface. */
export interface NamedSurface {
	readonly surface: number;
	/** `exact` label, `normalized` name or alias, or `number`. */
	readonly by: 'exact' | 'normalized' | 'number';
	/** True for a name of Neverwinter Nights that means something else in this game. */
	readonly foreign: boolean;
}

/**
 * The surface that a name means, or undefined. Tried in turn: the label exactly; the label or an alias without copy suffix
 * (`.001`, three.js' `001`), namespace (`ns:`), `SG`, `_mat`, case, blanks, `_ . -` and prefixes such as `wok_`; a number
 * behind a prefix: `wok_07`, `surface:7`, `surf7`, never a bare one. A number must be a row of the table.
 *
 * @example
 * surfaceByName(K1, 'wok_Stone')?.surface; // 4
 */
export function surfaceByName(table: SurfaceTable, name: string): NamedSurface | undefined {
	const exact = table.surfaces.find((surface) => surface.label === name && isRealLabel(surface.label));
	if (exact !== undefined) return { surface: exact.id, by: 'exact', foreign: false };
	if (name.length > LONGEST_MEANT_NAME) return undefined;

	const known = knownNames(table);
	for (const candidate of candidates(name)) {
		const surface = known.get(candidate);
		if (surface !== undefined) return { surface, by: 'normalized', foreign: isForeign(table, candidate, surface) };
	}

	const number = NUMBER.exec(withoutCopySuffix(withoutNamespace(name.trim())));
	if (number !== null && Number(number[1]) < table.surfaces.length) {
		return { surface: Number(number[1]), by: 'number', foreign: false };
	}
	return undefined;
}

/** The material name that leads back to a surface: `wok_Dirt`, or `wok_20` where the label means nothing or something else. */
export function surfaceMaterialName(table: SurfaceTable, surface: number): string {
	const label = table.surfaces[surface]?.label ?? '';
	const name = `wok_${label.replace(/[^\w-]/g, '')}`;
	return surfaceByName(table, name)?.surface === surface ? name : `wok_${surface}`;
}

/** The known name that is most like a name that means nothing, or undefined when none is near. */
export function nearestSurfaceName(table: SurfaceTable, name: string): string | undefined {
	if (name.length > LONGEST_MEANT_NAME) return undefined;
	const wanted = candidates(name);
	let best: string | undefined;
	let bestDistance = Number.POSITIVE_INFINITY;
	for (const surface of table.surfaces) {
		if (!isRealLabel(surface.label)) continue;
		for (const candidate of wanted) {
			const label = squash(surface.label);
			const allowed = Math.max(1, Math.floor(Math.max(candidate.length, surface.label.length) / 4));
			// As many edits as that are needed in any case; names in files may have a million letters.
			if (Math.abs(candidate.length - label.length) > allowed) continue;
			const distance = editDistance(candidate, label);
			if (distance <= allowed && distance < bestDistance) {
				best = surface.label;
				bestDistance = distance;
			}
		}
	}
	return best;
}

/** False for rows without a meaning: they can be asked for by number, not by name. */
export function isRealLabel(label: string): boolean {
	return label !== '' && label !== 'CRAP';
}

function isForeign(table: SurfaceTable, candidate: string, surface: number): boolean {
	return FOREIGN.has(candidate) && squash(table.surfaces[surface].label) !== candidate;
}

const namesOfTable = new WeakMap<SurfaceTable, Map<string, number>>();

/** Normalized labels, then aliases for ids that the table has. A label of the table wins over an alias. */
function knownNames(table: SurfaceTable): Map<string, number> {
	let known = namesOfTable.get(table);
	if (known === undefined) {
		known = new Map();
		for (const surface of table.surfaces) {
			const key = squash(surface.label);
			if (isRealLabel(surface.label) && !known.has(key)) known.set(key, surface.id);
		}
		for (const [alias, id] of Object.entries(ALIASES)) {
			if (id < table.surfaces.length && !known.has(alias)) known.set(alias, id);
		}
		namesOfTable.set(table, known);
	}
	return known;
}

/** The forms of a name to look up, least changed first. */
function candidates(name: string): string[] {
	const plain = withoutCopySuffix(withoutNamespace(name.trim()));
	const forms = [name, plain];
	const bare = plain.replace(/SG\d*$/, '').replace(/[\s_.-]*mat(?:erial)?$/i, '');
	forms.push(bare);
	for (const start of [plain, bare]) {
		let rest = start;
		for (let strips = 0; strips < 3; strips++) {
			const next = rest.replace(PREFIX, '');
			const shorter = next === rest ? rest.replace(PREFIX_ANY_CASE, '') : next;
			if (shorter === rest || shorter === '') break;
			rest = shorter;
			forms.push(rest);
		}
	}
	return [...new Set(forms.map(squash))].filter((form) => form !== '');
}

function squash(name: string): string {
	return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

function withoutNamespace(name: string): string {
	// `surface:7` is a number with a key, not a namespace.
	return /^(?:surfacemat|surface|surf|wok|walk|wm):\s*\w+$/i.test(name) ? name : name.replace(/^.*:(?=.)/, '');
}

/** Blender's `.001`; three.js and Godot drop the dot, so three digits right after a letter are a copy suffix too. */
function withoutCopySuffix(name: string): string {
	return name.replace(/(?:\.\d{3,}|(?<=[A-Za-z])\d{3})$/, '');
}
