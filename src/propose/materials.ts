import { faceArea } from '../geometry/triangles.ts';
import { middleOf, vec3At } from '../math/vec3.ts';
import { isRealLabel, isWalkable, likelySurfaceName, type SurfaceTable, surfaceByName } from '../model/surfaces.ts';
import type { Confidence, MaterialDecision } from '../scene/decisions.ts';
import { runsOf } from '../scene/material-uses.ts';
import type { ScenePart } from '../scene/scene.ts';
import { surfaceByValue } from '../scene/surface-mappings.ts';
import { decimal } from '../text/numbers.ts';
import type { Ground } from './ground.ts';
import { SIDE } from './sides.ts';
import { isCalled } from './words.ts';

/** A material that was looked at, with what a person needs to judge the proposal. */
export interface MaterialProposal extends MaterialDecision {
	/** Labels of surfaces, the likeliest first. */
	readonly choices: readonly string[];
	readonly triangles: number;
	/** Square metres. */
	readonly area: number;
}

/** Where the triangles of a material lie, square metres. */
interface Lying {
	triangles: number;
	ground: number;
	/** Faces up and is no ground: tops of walls and things. */
	tops: number;
	down: number;
	/** Faces down with no ground below it or close above. */
	lost: number;
	upright: number;
	/** May be ground, or not: see `Ground.doubts`. */
	doubted: number;
}

const NOTHING: Lying = { triangles: 0, ground: 0, tops: 0, down: 0, lost: 0, upright: 0, doubted: 0 };

/** So much of a material may lie otherwise than the rest, unless it is as large as a room, square metres. */
const HARDLY = 0.02;
const LEAST_GROUND = 3;
/** What floors are of, the commonest first. */
const FLOORS = ['Stone', 'Metal', 'Wood', 'Dirt', 'Carpet', 'Grass'];

/**
 * Proposes surfaces for materials that nothing gives one.
 *
 * @param parts those that the ground was found in
 * @param models walkmeshes of doors and placeables, which are not walked on, though they be of a floor's material
 */
export function proposeMaterials(
	parts: readonly ScenePart[],
	ground: Ground,
	models: readonly ScenePart[],
	table: SurfaceTable,
): MaterialProposal[] {
	const ofModels = materialsOf(models);
	const found = new Map<string, Lying>();
	for (const [index, part] of parts.entries()) {
		for (const { material, unknown, first, end } of runsOf(part)) {
			if (!unknown) continue;
			const lying = found.get(material) ?? { ...NOTHING };
			found.set(material, lying);
			for (let triangle = first; triangle < end; triangle++) {
				const area = faceArea(part.positions, part.triangles, triangle);
				const side = ground.sides[index][triangle];
				if (side === SIDE.none) continue;
				lying.triangles++;
				if (ground.doubts[index][triangle] === 1 && !isCalled(part.name, 'roof')) lying.doubted += area;
				if (side === SIDE.down && isLost(part, triangle, ground)) lying.lost += area;
				if (ground.roomOf[index][triangle] >= 0) lying.ground += area;
				else lying[side === SIDE.up ? 'tops' : side === SIDE.down ? 'down' : 'upright'] += area;
			}
		}
	}
	return [...found].map(([name, lying]) => {
		const entry = propose(name, lying, table);
		const isFloor = isWalkable(table, surfaceByValue(table, entry.surface) ?? 0);
		if (!isFloor || !ofModels.has(name)) return entry;
		return { ...entry, groundOnly: true, reason: `${entry.reason} Doors and placeables of it are Nonwalk.` };
	});
}

function materialsOf(parts: readonly ScenePart[]): Set<string> {
	return new Set(parts.flatMap(({ materials = [] }) => materials.map(({ material }) => material)));
}

/** The underside of a floor is no farther below it than this, metres. */
const THICKEST_FLOOR = 1;

/** True for what faces down and is neither over ground nor under it: a floor that is inside out. */
function isLost({ positions, triangles }: ScenePart, triangle: number, ground: Ground): boolean {
	const [x, y, z] = middleOf([0, 1, 2].map((k) => vec3At(positions, triangles[triangle * 3 + k])));
	return ground.heightBelow([x, y, z + THICKEST_FLOOR]) === -Infinity;
}

function propose(name: string, lying: Lying, table: SurfaceTable): MaterialProposal {
	const { triangles, ground, tops, down, lost, upright } = lying;
	const doubted = isCalled(name, 'roof') ? 0 : lying.doubted;
	const area = ground + tops + down + upright;
	const share = (part: number): number => (area > 0 ? part / area : 0);
	const likely = likelySurfaceName(table, name);
	const entry = (surface: string, confidence: Confidence, reason: string, groundOnly = false): MaterialProposal => ({
		name,
		surface,
		...(groundOnly ? { groundOnly } : {}),
		confidence,
		reason,
		confirmed: false,
		choices: [
			...new Set([surface, ...(likely === undefined ? [] : [likely]), ...FLOORS, 'Nonwalk', 'Obscuring']),
		].filter((label) => isRealLabel(label) && surfaceByName(table, label) !== undefined),
		triangles,
		area,
	});
	const size = `${decimal(doubted, 0)} m²`;
	if (share(ground) <= HARDLY && ground < LEAST_GROUND) {
		if (share(down) > 0.5 && lost > down / 2)
			return entry(
				'Obscuring',
				'medium',
				'It faces down with no ground below: a ceiling, or a floor that is inside out.',
			);
		if (share(down) > 0.5) return entry('Obscuring', 'high', 'It faces down, as ceilings do.');
		if (doubted > 0)
			return entry(
				'Nonwalk',
				'medium',
				`${size} of it lie low above other ground: a stage or a terrace, or the top of a thing.`,
			);
		const reason = share(tops) <= HARDLY ? 'All of it is upright.' : 'It is upright, or the top of something.';
		return entry('Nonwalk', 'high', reason);
	}
	const isWall = likely !== undefined && !isWalkable(table, surfaceByName(table, likely)?.surface ?? 0);
	if (isWall) {
		const isClear = share(ground) < 0.3;
		return entry(
			'Nonwalk',
			isClear ? 'high' : 'low',
			`Its name says that nobody walks on it, though some of it is ground.`,
		);
	}
	const surface = likely ?? FLOORS[0];
	const guess = likely === undefined ? ' Which one is a guess.' : '';
	const doubt = doubted > 0 ? ` ${size} of it may be ground or not: a bridge, a stage, the top of a thing.` : '';
	const confidence = doubted > 0 || tops > ground || share(ground) <= HARDLY ? 'medium' : 'high';
	if (share(ground) >= 1 - HARDLY)
		return entry(surface, confidence, `All of it is ground between walls.${doubt}${guess}`);
	const mixed = `Its ground is walkable; ${tops > HARDLY * area ? 'tops, ' : ''}walls and ceilings of it are not.${doubt}${guess}`;
	return entry(surface, confidence, mixed, true);
}

/** Materials that only obstacles, doors and placeables have: these are not walkable, whatever they are of. */
export function proposeOfThings(things: readonly ScenePart[], others: readonly ScenePart[]): MaterialProposal[] {
	const known = materialsOf(others);
	const found = new Map<string, MaterialProposal>();
	for (const part of things) {
		for (const { material: name, unknown, first, end } of runsOf(part)) {
			if (!unknown || known.has(name)) continue;
			const { triangles = 0, area = 0 } = found.get(name) ?? {};
			let more = 0;
			for (let triangle = first; triangle < end; triangle++) more += faceArea(part.positions, part.triangles, triangle);
			const reason = part.kind === 'area' ? 'Only obstacles have it.' : 'No ground has it.';
			const entry = { surface: 'Nonwalk', confidence: 'high', reason, confirmed: false, choices: ['Nonwalk'] } as const;
			found.set(name, { name, ...entry, triangles: triangles + end - first, area: area + more });
		}
	}
	return [...found.values()];
}
