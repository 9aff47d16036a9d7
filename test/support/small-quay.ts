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
export function smallQuayGlb(rooms: readonly string[] = SMALL_ROOMS): Uint8Array {
	const { text, data } = unpackGlb(new Uint8Array(readFileSync(join(FIXTURES, 'level/quay.glb'))));
	const json = JSON.parse(text) as { nodes: { name: string; children: number[] }[] };
	const root = json.nodes.find(({ name }) => name === 'quay');
	if (root === undefined) throw new Error('The fixture level has no node of its name.');
	root.children = root.children.filter((child) => rooms.includes(json.nodes[child].name));
	return packGlb(json, data);
}

/** The layout of these rooms. */
export function smallQuayLyt(): string {
	return readFileSync(join(FIXTURES, 'level/quay.lyt'), 'latin1')
		.replace(/^ {6}(quay_\d\d[a-z]) .*\r?\n/gm, (line, room: string) => (SMALL_ROOMS.includes(room) ? line : ''))
		.replace('roomcount 9', 'roomcount 2');
}
