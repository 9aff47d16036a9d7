import type { PathPoint } from '../../level/query/path-points.ts';
import { type GffStruct, TOP_STRUCT } from '../gff/gff.ts';
import { writeGff } from '../gff/write.ts';

/** Ids of the structs in the files of the game. */
const POINT = 2;
const LINK = 3;

/**
 * Writes a path graph (`PTH `): the points, and all links grouped by the point they begin at. Labels are spelt as the game spells them.
 *
 * @example
 * const pth = writePth([{ x: 0, y: 0, links: [1] }, { x: 5, y: 0, links: [0] }]);
 */
export function writePth(points: readonly PathPoint[]): Uint8Array {
	let first = 0;
	const structs = points.map(({ x, y, links }): GffStruct => {
		const fields = [
			{ label: 'Conections', type: 'dword', value: links.length },
			{ label: 'First_Conection', type: 'dword', value: first },
			{ label: 'X', type: 'float', value: x },
			{ label: 'Y', type: 'float', value: y },
		] as const;
		first += links.length;
		return { id: POINT, fields };
	});
	const links = points.flatMap(({ links: own }) =>
		own.map((to): GffStruct => ({ id: LINK, fields: [{ label: 'Destination', type: 'dword', value: to }] })),
	);
	return writeGff({
		type: 'PTH ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{ label: 'Path_Points', type: 'list', value: structs },
				{ label: 'Path_Conections', type: 'list', value: links },
			],
		},
	});
}
