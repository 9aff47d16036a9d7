import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES } from './cli.ts';
import { packGlb } from './gltf-maker.ts';
import { unpackGlb } from './mutate.ts';

/** The rooms of the small level; its gate stands in the first, and its console. */
export const SMALL_ROOMS: readonly [string, string] = ['quay_02a', 'quay_02b'];

/**
 * Two rooms of the fixture level, a seventh of its triangles, with its placeable and its door: for what is about files, names and words, which a
 * level of any size shows.
 */
export function smallQuayGlb(rooms: readonly string[] = SMALL_ROOMS, hasPlaceable = true): Uint8Array {
	const key = [...rooms, hasPlaceable].join();
	const known = made.get(key) ?? makeGlb(rooms, hasPlaceable);
	made.set(key, known);
	return known.slice();
}

const made = new Map<string, Uint8Array>();

function makeGlb(rooms: readonly string[], hasPlaceable: boolean): Uint8Array {
	const { text, data } = unpackGlb(new Uint8Array(readFileSync(join(FIXTURES, 'level/quay.glb'))));
	const json = JSON.parse(text) as {
		nodes: { name: string; children: number[] }[];
		scenes: { nodes: number[] }[];
	};
	const root = json.nodes.find(({ name }) => name === 'quay');
	if (root === undefined) throw new Error('The fixture level has no node of its name.');
	root.children = root.children.filter((child) => rooms.includes(json.nodes[child].name));
	const [scene] = json.scenes;
	if (!hasPlaceable) scene.nodes = scene.nodes.filter((node) => json.nodes[node].name !== 'quay_console_pwk');
	return packGlb(json, data);
}

/**
 * Three rooms and the door, in which nothing is found fault with: the ground reaches to both sides of the door. Ways to the placeable, which are most
 * of what a check takes, are left out with it.
 */
export function soundQuayGlb(): Uint8Array {
	return smallQuayGlb(['quay_01b', 'quay_02a', 'quay_02b'], false);
}

/** The layout of these rooms. */
export function smallQuayLyt(rooms: readonly string[] = SMALL_ROOMS): string {
	return readFileSync(join(FIXTURES, 'level/quay.lyt'), 'latin1')
		.replace(/^ {6}(quay_\d\d[a-z]) .*\r?\n/gm, (line, room: string) => (rooms.includes(room) ? line : ''))
		.replace('roomcount 9', `roomcount ${rooms.length}`);
}
