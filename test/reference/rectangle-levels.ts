import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';

/** A room that is a rectangle on whole coordinates. */
export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly depth: number;
}

/** What linking has to find, told without any index, hash or tolerance: every border is walked in steps of one metre. */
export interface RectangleTruth {
	/** By room: the points at which its border has to be divided, its corners included, as `x y`, sorted. */
	readonly points: readonly (readonly string[])[];
	/** `room x y > x y = other room`, sorted: every part of a border that another room shares, counter-clockwise. */
	readonly links: readonly string[];
}

export function truthOf(rooms: readonly Rectangle[]): RectangleTruth {
	const roomAt = (x: number, y: number): number =>
		rooms.findIndex((r) => x > r.x && x < r.x + r.width && y > r.y && y < r.y + r.depth);
	const points = rooms.map((room, index) => {
		const border = borderOf(room);
		const beyond = border.map(([p, q], i) => {
			const [x, y] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
			// Counter-clockwise: the other side is on the right.
			return { i, other: roomAt(x + (q[1] - p[1]) / 4, y - (q[0] - p[0]) / 4) };
		});
		const divided = border.flatMap(([p, q], i) => {
			const before = border[(i + border.length - 1) % border.length];
			const turns = before[1][0] - before[0][0] !== q[0] - p[0] || before[1][1] - before[0][1] !== q[1] - p[1];
			const changes = beyond[i].other !== beyond[(i + border.length - 1) % border.length].other;
			return turns || changes ? [{ key: p.join(' '), i }] : [];
		});
		return { index, border, beyond, divided };
	});
	const links = points.flatMap(({ index, border, beyond, divided }) =>
		divided.flatMap(({ i }, nth) => {
			const end = divided[(nth + 1) % divided.length].i;
			const other = beyond[i].other;
			return other < 0 ? [] : [`${index} ${border[i][0].join(' ')} > ${border[end][0].join(' ')} = ${other}`];
		}),
	);
	return { points: points.map(({ divided }) => divided.map(({ key }) => key).sort()), links: links.sort() };
}

type Point = readonly [x: number, y: number];

/** The border in steps of one metre, counter-clockwise. */
function borderOf({ x, y, width, depth }: Rectangle): [from: Point, to: Point][] {
	const corners: Point[] = [];
	for (let i = 0; i < width; i++) corners.push([x + i, y]);
	for (let i = 0; i < depth; i++) corners.push([x + width, y + i]);
	for (let i = 0; i < width; i++) corners.push([x + width - i, y + depth]);
	for (let i = 0; i < depth; i++) corners.push([x, y + depth - i]);
	return corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
}

/** The same of a level as it is. */
export function foundIn(level: Level): RectangleTruth {
	const key = ([x, y]: Vec3): string => `${x} ${y}`;
	const links: string[] = [];
	const points = level.rooms.map(({ walkmesh }, index) => {
		if (walkmesh === undefined) return [];
		const { positions, faces, transitions } = walkmesh;
		const at = (corner: number): Vec3 => {
			const vertex = faces[corner] * 3;
			return [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
		};
		transitions.forEach((to, edge) => {
			if (to >= 0) links.push(`${index} ${key(at(edge))} > ${key(at(edge % 3 === 2 ? edge - 2 : edge + 1))} = ${to}`);
		});
		return [...new Set([...faces.keys()].map((corner) => key(at(corner))))].sort();
	});
	return { points, links: links.sort() };
}
