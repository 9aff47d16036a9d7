import { openGltf, readScene } from '../../importers/gltf/read.ts';
import { roomsOfScene } from '../../level/rooms/from-scene.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { isWalkable, K1, surfaceLabel } from '../../src/model/surfaces.ts';
import { objectsOfScene } from '../../src/scene/assemble.ts';
import type { ScenePart } from '../../src/scene/scene.ts';

/** The share that counts as the same. */
export const EXACT = 1e-6;

/** What a glTF file means to a walkmesh. */
export interface Measured {
	/** Square metres by room or model and surface, with what cannot be walked on. */
	readonly areas: ReadonlyMap<string, number>;
	readonly hooks: number;
	readonly links: number;
	readonly told: readonly string[];
	readonly error?: string;
}

export async function measure(bytes: Uint8Array): Promise<Measured> {
	const report = new Report();
	const context = { report, surfaces: K1, mappings: [], name: 'level' };
	const told = (): string[] =>
		report.findings.filter(({ severity }) => severity !== 'info').map(({ code, message }) => `${code}: ${message}`);
	try {
		const scene = await readScene(openGltf(bytes, {}, context), {}, context);
		const areas = new Map<string, number>();
		const add = (name: string, { positions, triangles, surfaces }: ScenePart): void => {
			for (const [face, surface] of surfaces.entries()) {
				const key = `${name} ${surfaceLabel(K1, surface)}${isWalkable(K1, surface) ? '' : ' (not walkable)'}`;
				areas.set(key, (areas.get(key) ?? 0) + faceArea(positions, triangles, face));
			}
		};
		const rooms = new Map<ScenePart, string>();
		for (const { name, parts } of roomsOfScene(scene, {}, report, K1)) for (const part of parts) rooms.set(part, name);
		for (const part of scene.parts) {
			const { kind, model = '', doorState = '' } = part;
			add(kind === 'area' ? (rooms.get(part) ?? '') : `${kind} ${model} ${doorState}`, part);
		}
		objectsOfScene(scene, report);
		const { hooks, markers } = scene;
		return { areas, hooks: hooks.length, links: markers.length, told: told() };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { areas: new Map(), hooks: 0, links: 0, told: told(), error: error.message };
	}
}

/** What differs by more than a share of the area. */
export function differences(before: Measured, after: Measured, tolerance: number): string[] {
	const keys = new Set([...before.areas.keys(), ...after.areas.keys()]);
	const areas = [...keys].flatMap((key) => {
		const [was, is] = [before.areas.get(key) ?? 0, after.areas.get(key) ?? 0];
		return Math.abs(was - is) <= Math.max(tolerance * was, EXACT) ? [] : [`${key}: ${was} became ${is}`];
	});
	const { hooks, links } = before;
	if (after.hooks !== hooks) areas.push(`hooks: ${hooks} became ${after.hooks}`);
	if (after.links !== links) areas.push(`links: ${links} became ${after.links}`);
	return areas;
}
