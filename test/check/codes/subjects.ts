import { runMeshChecks } from '../../../check/mesh.ts';
import { checkTables } from '../../../check/tables/tables.ts';
import { encodeBwm } from '../../../exporters/bwm/index.ts';
import { newIfo } from '../../../game/area/area-resources.ts';
import { writeGff } from '../../../game/gff/write.ts';
import { checkSource } from '../../../jobs/check.ts';
import { createRegistry } from '../../../jobs/default-registry.ts';
import { writeLyt, writeVis } from '../../../level/formats/write.ts';
import type { BwmFile } from '../../../src/bwm/bwm-file.ts';
import { deriveBwm, walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { checkContext } from '../../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../../src/findings/report.ts';
import { bytesSource } from '../../../src/formats/contracts.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import type { Layout, ObjectPlacement, Visibility } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { type AreaLists, gitWith } from '../../support/area-maker.ts';
import { layoutOf } from '../../support/levels.ts';

/** What is checked: it answers with what was found. */
export type Subject = () => Promise<readonly Finding[]> | readonly Finding[];

/** A fault, and what nearly has it. */
export interface Case {
	readonly fault: Subject;
	readonly near: Subject;
}

const registry = createRegistry();

type Siblings = Readonly<Record<string, Uint8Array>>;

function bytesOf(mesh: Walkmesh): Uint8Array {
	return encodeBwm(deriveBwm(mesh, K1, new Report()));
}

async function foundIn(
	name: string,
	bytes: Uint8Array,
	siblings: Siblings,
	rooms: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<readonly Finding[]> {
	return checkSource(
		{
			...bytesSource(bytes, name),
			sibling: async (wanted) => siblings[wanted] ?? Promise.reject(new Error(wanted)),
		},
		{
			roomFiles: {
				looked: 'memory',
				find: async (room) => {
					const own = rooms.get(room.toLowerCase());
					return own === undefined ? undefined : bytesSource(own, `${room}.wok`);
				},
				others: async (listed) => [...rooms.keys()].filter((room) => !listed.includes(room)),
			},
		},
		{ report: new Report(), surfaces: K1, mappings: [] },
		registry,
	);
}

/** A walkmesh as the file of this name, checked as `wokflow check FILE` does. */
export function file(mesh: Walkmesh, name = 'room.wok', siblings: readonly string[] = []): Subject {
	return () => foundIn(name, bytesOf(mesh), Object.fromEntries(siblings.map((each) => [each, bytesOf(mesh)])));
}

/** Any bytes as the file of a name. */
export function bytes(content: () => Uint8Array, name: string): Subject {
	return () => foundIn(name, content(), {});
}

/** A walkmesh that no file can hold. */
export function geometry(mesh: Walkmesh): Subject {
	return () => {
		const report = new Report();
		runMeshChecks(checkContext(mesh, K1, report));
		return report.findings;
	};
}

/** A sound file in which a table was changed. */
export function tables(mesh: Walkmesh, change: (file: BwmFile) => Partial<BwmFile>): Subject {
	return () => {
		const sound = deriveBwm(mesh, K1, new Report());
		const changed = { ...sound, ...change(sound) };
		const report = new Report();
		const identity = mesh.kind === 'area' ? { name: mesh.name } : { name: mesh.name, kind: mesh.kind };
		checkTables(changed, walkmeshFromBwm(changed, identity, report), K1, report);
		return report.findings;
	};
}

export interface LevelParts {
	/** Of rooms; at the origin otherwise. */
	readonly positions?: readonly Vec3[];
	readonly layout?: Partial<Layout>;
	readonly names?: readonly string[];
	readonly visibility?: Visibility;
	/** What its GIT places. */
	readonly lists?: AreaLists;
	/** Where the player enters the module that it belongs to. */
	readonly entry?: Vec3;
	/** Doors and placeables with their walkmeshes. */
	readonly placed?: readonly { readonly at: ObjectPlacement; readonly mesh: Walkmesh }[];
}

/** A level of rooms `r0`, `r1` …, as its layout with the files beside it. Without a file where a room is undefined. */
export function level(rooms: readonly (Walkmesh | undefined)[], parts: LevelParts = {}): Subject {
	return () => {
		const names = parts.names ?? rooms.map((_, index) => `r${index}`);
		const plain = layoutOf(...names);
		const placed = plain.rooms.map((room, index) => ({ ...room, position: parts.positions?.[index] ?? room.position }));
		const files = new Map(
			rooms.flatMap((mesh, index) => (mesh === undefined ? [] : [[names[index].toLowerCase(), bytesOf(mesh)]])),
		);
		const siblings: Record<string, Uint8Array> = {};
		if (parts.visibility !== undefined) siblings['m.vis'] = writeVis(parts.visibility);
		if (parts.lists !== undefined) siblings['m.git'] = writeGff(gitWith(parts.lists));
		if (parts.entry !== undefined)
			siblings['module.ifo'] = writeGff(newIfo('M', { position: parts.entry, direction: [0, 1] }));
		if (parts.placed !== undefined) {
			const placements = parts.placed.map(({ at }) => at);
			siblings['m.placements.json'] = new TextEncoder().encode(JSON.stringify({ version: 1, level: 'm', placements }));
			for (const { at, mesh } of parts.placed)
				siblings[at.kind === 'door' ? `${at.model}0.dwk` : `${at.model}.pwk`] = bytesOf(mesh);
		}
		return foundIn('m.lyt', writeLyt({ ...plain, rooms: placed, ...parts.layout }), siblings, files as never);
	};
}

/** The same faces, or only some of them, seen from the other side. */
export function flipped(mesh: Walkmesh, only?: readonly number[]): Walkmesh {
	const faces = mesh.faces.slice();
	for (const face of only ?? mesh.surfaces.keys())
		faces.set([mesh.faces[face * 3 + 2], mesh.faces[face * 3 + 1]], face * 3 + 1);
	return { ...mesh, faces };
}

export function moved(mesh: Walkmesh, x: number, y = 0): Walkmesh {
	return { ...mesh, positions: mesh.positions.map((value, i) => value + [x, y, 0][i % 3]) };
}
