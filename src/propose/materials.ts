import { faceArea } from '../geometry/triangles.ts';
import { isRealLabel, isWalkable, likelySurfaceName, type SurfaceTable, surfaceByName } from '../model/surfaces.ts';
import type { Confidence, MaterialDecision } from '../scene/decisions.ts';
import { runsOf } from '../scene/material-uses.ts';
import type { ScenePart } from '../scene/scene.ts';
import { surfaceByValue } from '../scene/surface-mappings.ts';
import type { Ground } from './ground.ts';
import { SIDE } from './sides.ts';

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
	upright: number;
}

/** So much of a material may lie otherwise than the rest. */
const HARDLY = 0.02;
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
			const lying = found.get(material) ?? { triangles: 0, ground: 0, tops: 0, down: 0, upright: 0 };
			found.set(material, lying);
			for (let triangle = first; triangle < end; triangle++) {
				const area = faceArea(part.positions, part.triangles, triangle);
				const side = ground.sides[index][triangle];
				if (side === SIDE.none) continue;
				lying.triangles++;
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

function propose(name: string, lying: Lying, table: SurfaceTable): MaterialProposal {
	const { triangles, ground, tops, down, upright } = lying;
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
	if (share(ground) <= HARDLY) {
		if (share(down) > 0.5) return entry('Obscuring', 'high', 'It faces down, as ceilings do.');
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
	if (share(ground) >= 1 - HARDLY) return entry(surface, 'high', `All of it is ground between walls.${guess}`);
	const mixed = `Its ground is walkable; ${tops > HARDLY * area ? 'tops, ' : ''}walls and ceilings of it are not.${guess}`;
	return entry(surface, tops > ground ? 'medium' : 'high', mixed, true);
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
