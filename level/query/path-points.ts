import { addTo, groupBy } from '../../src/math/arrays.ts';
import { planDistance, type Vec3 } from '../../src/math/vec3.ts';
import { walkableFaces } from '../../src/model/surfaces.ts';
import { type Beyond, Ground, keyIn, type RoomGround, standsAt, unseen, visitReachable } from './ground.ts';
import type { LevelIndex } from './level-index.ts';
import { mostReached } from './most-reached.ts';
import { findRoute, SAME_GROUND } from './route.ts';
import { Sight } from './sight.ts';
import { Space } from './space.ts';
import { type Beginning, Walker, type WalkOptions } from './walk.ts';

/** In one file: the steps by which one graph is made, each of which adds to, links or removes the points of the others. */

/** A point of an area's path graph. */
export interface PathPoint {
	readonly x: number;
	readonly y: number;
	/** Indices of points that can be reached from here in a straight line, ascending. Links are mutual. */
	readonly links: readonly number[];
}

/** The path graph of a level (`.pth`). */
export interface PathGraph {
	/** Sorted by x, then y. */
	readonly points: readonly PathPoint[];
	/** Walkable faces from whose middle no point can be reached: nooks too narrow for the creature. */
	readonly unreached: readonly { readonly room: number; readonly face: number; readonly at: Vec3 }[];
}

/** The game looks for a point in growing squares. From everywhere on the ground there should be one within this distance; metres. */
const REACH = 20;
/** For ground without a point, one is looked for within this distance; metres. */
const NEAR = 10;
/** In the game no point is nearer to an edge than this; metres. */
const ROOMY = 0.87;
/** While points are chosen, at most this many faces of a room are tested, as a sample of all. */
const SAMPLE = 120;
/** How many spots of a room are tried, and how far apart they are at least; metres. */
const SPOTS = 10;
const SPOTS_APART = 1.5;
/** A spot with this much space is good enough; metres. */
const ENOUGH = 3;
/** Links longer than this are only added where they connect parts of the graph; metres. */
const LONGEST_LINK = 40;

/** Comparing the distance of a point costs as much as this many tests of boxes. */
const COMPARED_STEPS = 4;

/** A point from which walks lead. */
interface Stop {
	readonly point: Vec3;
	/** A walkable face that it is on. */
	readonly on: Beyond | undefined;
	/** What walks from there begin with; undefined until there is one. */
	beginning: Beginning | undefined;
}

/** A point of the graph while it is made. Its x and y are float32, as the file will have them. */
interface Node extends Stop {
	readonly stands: Beyond[];
	readonly links: Set<Node>;
	/** Number of the connected piece of ground that it is on. */
	readonly piece: number;
	/** Middles of faces that are assigned to this point. */
	readonly serves: Set<Middle>;
}

/** The middle of a walkable face. */
interface Middle extends Beyond, Stop {
	piece: number;
	/** The point that it is assigned to: one that can be reached from here in a straight line. */
	by: Node | undefined;
	/** The space around it, metres; undefined until it is asked for. Over loose faces each is asked about from all around. */
	space: number | undefined;
	/** Its place in the sample; −1 outside of it. */
	sample: number;
	/** The last look that saw its face, and whether it lay ahead then. */
	look: number;
	isAhead: boolean;
}

/**
 * Makes the path graph of a level: few points, at spots with space around them. From the middle of each walkable face, one within 20 m can be reached
 * in a straight line. Links can be walked in both directions by a creature of the given size, and connect whatever the ground connects.
 *
 * @example
 * const { points } = pathGraph(query(level).index, { radius: 0.4 });
 * const pth = writePth(points);
 */
export function pathGraph(level: LevelIndex, options: WalkOptions = {}): PathGraph {
	level.search(options.maxSteps);
	const maker = new GraphMaker(level, options);
	maker.cover();
	maker.linkAll();
	maker.joinPieces();
	maker.dropNeedless();
	maker.thinOut();
	return maker.graph();
}

class GraphMaker {
	readonly #ground: Ground;
	readonly #options: WalkOptions;
	readonly #walker: Walker;
	readonly #sight: Sight;
	readonly #space: Space;
	readonly #middles: Middle[] = [];
	/** By room and face. A map by `keyIn` took half as long as looking. */
	readonly #middleOf: (Middle | undefined)[][] = [];
	#looks = 0;
	readonly #nodes: Node[] = [];
	/** Points by the face that they are on; see `keyIn`. */
	readonly #standing = new Map<number, Node[]>();
	/** Points by the piece of ground that they are on. */
	readonly #onPiece = new Map<number, Node[]>();

	constructor(level: LevelIndex, options: WalkOptions) {
		this.#ground = new Ground(level);
		this.#options = options;
		this.#walker = new Walker(this.#ground, options, false);
		this.#sight = new Sight(this.#ground);
		this.#space = new Space(this.#ground, options);
		this.#gatherMiddles(level);
	}

	#gatherMiddles(level: LevelIndex): void {
		let pieces = 0;
		const seen = unseen(this.#ground);
		for (const part of level.rooms) {
			const room = part === undefined ? undefined : this.#ground.room(part.room);
			if (room === undefined) continue;
			const walkable = walkableFaces(level.surfaces, room.mesh.surfaces);
			const own = this.#middlesOf(room);
			for (let face = 0; face < walkable.length; face++) {
				if (walkable[face] === 0 || own[face] !== undefined) continue;
				this.#gatherPiece({ room, face }, pieces++, seen);
			}
		}
		if (pieces > 1) this.#joinDoubles(pieces);
	}

	/** Makes pieces one where ground lies there twice: whoever stands on one of the floors stands on both. */
	#joinDoubles(pieces: number): void {
		const same = Int32Array.from({ length: pieces }, (_, piece) => piece);
		const rootOf = (piece: number): number => (same[piece] === piece ? piece : rootOf(same[piece]));
		this.#spend(this.#middles.length * COMPARED_STEPS);
		for (const { point, piece } of this.#middles) {
			for (const { room, face } of standsAt(this.#ground, point, point[2])) {
				const other = this.#middleOf[room.part.room]?.[face]?.piece;
				if (other !== undefined) same[rootOf(other)] = rootOf(piece);
			}
		}
		for (const own of this.#middleOf)
			for (const middle of own ?? []) if (middle !== undefined) middle.piece = rootOf(middle.piece);
	}

	/** @param seen marks faces of earlier pieces, which one-sided links may lead into */
	#gatherPiece(start: Beyond, piece: number, seen: Uint8Array[]): void {
		const found: Beyond[] = [];
		visitReachable(this.#ground, [start], seen, (room, face) => void found.push({ room, face }));
		found.sort((a, b) => a.room.part.room - b.room.part.room || a.face - b.face);
		for (const on of found) {
			const { room, face } = on;
			const middle: Middle = {
				room,
				face,
				point: middleOf(room, face),
				on,
				piece,
				by: undefined,
				space: undefined,
				sample: -1,
				beginning: undefined,
				look: 0,
				isAhead: false,
			};
			this.#middlesOf(room)[face] = middle;
			if (isFlat(room, face)) this.#middles.push(middle);
		}
	}

	#middlesOf({ part }: RoomGround): (Middle | undefined)[] {
		this.#middleOf[part.room] ??= Array.from({ length: part.index.surfaces.length }, () => undefined);
		return this.#middleOf[part.room];
	}

	#spend(steps: number): void {
		this.#ground.level.effort.spend(steps);
	}

	#addNode(node: Node): void {
		this.#nodes.push(node);
		for (const { room, face } of node.stands) addTo(this.#standing, keyIn(room, face), node);
		addTo(this.#onPiece, node.piece, node);
	}

	#removeNode(node: Node): void {
		this.#spend(this.#nodes.length);
		for (const other of node.links) other.links.delete(node);
		const onFaces = node.stands.map(({ room, face }) => this.#standing.get(keyIn(room, face)));
		for (const list of [this.#nodes, this.#onPiece.get(node.piece), ...onFaces]) list?.splice(list.indexOf(node), 1);
	}

	/**
	 * Adds points until one can be reached from everywhere with enough space for the creature. First, repeatedly, of the spots with the most space
	 * the one that most of the sample's remaining faces can reach; then spots near faces that are still left.
	 */
	cover(): void {
		this.#addSpots();
		for (const middle of this.#middles) {
			if (this.#serve(middle)) continue;
			const spot = this.#roomiestNear(middle);
			if (spot === undefined) continue;
			const node = this.#nodeAt(spot.point, spot);
			this.#addNode(node);
			middle.by = node;
			node.serves.add(middle);
		}
	}

	/** Adds those of the spots with the most space that are needed to reach all of the sample that can be reached from any of them. */
	#addSpots(): void {
		const samples = this.#samples();
		const spots = this.#roomySpots(samples).map((middle) => this.#nodeAt(middle.point, middle));
		const chosen = mostReached(spots, samples.length, {
			seenFrom: (node) =>
				this.#seenFrom(node, REACH)
					.map(({ sample }) => sample)
					.filter((sample) => sample >= 0),
			isReached: (node, sample) => this.#canWalk(samples[sample], node.point),
			spend: (steps) => this.#spend(steps),
		});
		for (const node of chosen) this.#addNode(node);
	}

	/** A sample of the faces of each room, evenly spread over their numbers. */
	#samples(): readonly Middle[] {
		const samples: Middle[] = [];
		for (const own of groupBy(this.#middles, ({ room }) => room).values()) {
			const step = Math.max(1, own.length / SAMPLE);
			for (let i = 0; i < own.length; i += step) {
				const middle = own[Math.floor(i)];
				middle.sample = samples.length;
				samples.push(middle);
			}
		}
		return samples;
	}

	/** Of the sample, the faces with the most space around them: some of each room, apart from each other. */
	#roomySpots(samples: readonly Middle[]): Middle[] {
		const byRoom = new Map<RoomGround, { middle: Middle; space: number }[]>();
		for (const middle of samples) {
			addTo(byRoom, middle.room, { middle, space: this.#spaceAround(middle) });
		}
		return [...byRoom.values()].flatMap((own) => {
			const chosen: Middle[] = [];
			for (const { middle } of own.sort((a, b) => b.space - a.space)) {
				if (chosen.length === SPOTS) break;
				const isApart = chosen.every(({ point }) => planDistance(point, middle.point) >= SPOTS_APART);
				if (isApart && this.#space.isFree(rounded(middle.point), middle)) chosen.push(middle);
			}
			return chosen;
		});
	}

	/**
	 * Assigns a middle to a point that can be reached, the nearest one first. @param without a point that must not be used @returns false if there is
	 * none
	 */
	#serve(middle: Middle, without?: Node): boolean {
		const onPiece = this.#onPiece.get(middle.piece) ?? [];
		this.#spend(onPiece.length * COMPARED_STEPS);
		// Mostly the nearest one can be reached, so the others are put in order only where it cannot.
		let nearest: Node | undefined;
		let least = Infinity;
		for (const node of onPiece) {
			const distance = planDistance(node.point, middle.point);
			if (!(distance <= REACH && distance < least) || node === without) continue;
			nearest = node;
			least = distance;
		}
		if (nearest === undefined) return false;
		if (this.#assign(middle, nearest)) return true;
		return onPiece
			.filter((node) => node !== nearest && node !== without && planDistance(node.point, middle.point) <= REACH)
			.map((node) => ({ node, distance: planDistance(node.point, middle.point) }))
			.sort((a, b) => a.distance - b.distance)
			.some(({ node }) => this.#assign(middle, node));
	}

	/** Assigns a middle to a point if that can be reached. */
	#assign(middle: Middle, node: Node): boolean {
		if (!this.#canWalk(middle, node.point)) return false;
		middle.by?.serves.delete(middle);
		middle.by = node;
		node.serves.add(middle);
		return true;
	}

	/** Of the middles that can be reached from a middle nearby, the one with the most space. */
	#roomiestNear(from: Middle): Middle | undefined {
		const near = this.#seenFrom({ point: from.point, stands: [from] }, NEAR)
			.map((middle) => ({ middle, space: this.#spaceAround(middle) }))
			.sort((a, b) => b.space - a.space);
		const found = near.find(
			({ middle }) =>
				this.#space.isFree(rounded(middle.point), middle) &&
				(middle === from || this.#canWalk(from, rounded(middle.point))),
		);
		return found?.middle;
	}

	#spaceAround(middle: Middle): number {
		middle.space ??= this.#space.at(middle.point, ENOUGH);
		return middle.space;
	}

	/** Middles of faces that can be seen from a point, each once, and a few that are just behind a corner. */
	#seenFrom({ point, stands }: { point: Vec3; stands: readonly Beyond[] }, reach: number): Middle[] {
		// In the order in which their faces are seen first, which decides between those with as much space.
		const seen: Middle[] = [];
		const look = ++this.#looks;
		const add = (room: RoomGround, face: number): void => {
			const middle = this.#middleOf[room.part.room]?.[face];
			if (middle === undefined) return;
			if (middle.look !== look) {
				if (planDistance(middle.point, point) > reach) return;
				middle.look = look;
				middle.isAhead = false;
				seen.push(middle);
			}
			middle.isAhead ||= this.#sight.isAhead(middle.point[0], middle.point[1]);
		};
		this.#sight.look(stands, point[0], point[1], add, reach);
		return seen.filter(({ isAhead }) => isAhead);
	}

	#canWalk(from: Stop, to: Vec3): boolean {
		from.beginning ??= this.#walker.begin(from.point, from.on);
		const { arrived, at } = this.#walker.walk(from.beginning, to);
		return arrived && Math.abs(at[2] - to[2]) <= SAME_GROUND;
	}

	#nodeAt(at: Vec3, { room, face }: Beyond): Node {
		const piece = this.#middleOf[room.part.room]?.[face]?.piece ?? -1;
		const on = { room, face };
		return {
			point: rounded(at),
			on,
			stands: [on],
			links: new Set(),
			piece,
			serves: new Set(),
			beginning: undefined,
		};
	}

	/** Removes points that are not needed: neither by faces, nor to connect other points. */
	dropNeedless(): void {
		for (const node of [...this.#nodes].sort((a, b) => a.serves.size - b.serves.size)) {
			if (!this.#isConnectedWithout(node)) continue;
			if (![...node.serves].every((middle) => this.#serve(middle, node))) continue;
			this.#removeNode(node);
		}
	}

	/** True if all points linked to a point stay connected without it. */
	#isConnectedWithout(node: Node): boolean {
		const [first] = node.links;
		// A point without links is the only one on its ground, and is needed.
		if (first === undefined) return false;
		const seen = new Set([node, first]);
		for (const each of seen) if (each !== node) for (const next of each.links) seen.add(next);
		this.#spend(seen.size);
		return [...node.links].every((each) => seen.has(each));
	}

	/** Links all points between which a creature can walk straight in both directions. */
	linkAll(): void {
		for (const node of [...this.#nodes]) this.#link(node);
	}

	#link(node: Node): void {
		const near = new Set<Node>();
		const add = (room: RoomGround, face: number): void => {
			for (const other of this.#standing.get(keyIn(room, face)) ?? []) near.add(other);
		};
		this.#sight.look(node.stands, node.point[0], node.point[1], add, LONGEST_LINK);
		for (const other of near) {
			if (other === node || node.links.has(other) || planDistance(node.point, other.point) > LONGEST_LINK) continue;
			this.#linkIfWalkable(node, other);
		}
	}

	#linkIfWalkable(a: Node, b: Node): boolean {
		if (!this.#canWalk(a, b.point) || !this.#canWalk(b, a.point)) return false;
		a.links.add(b);
		b.links.add(a);
		return true;
	}

	/** Adds points along routes, to connect parts of the graph whose ground is connected. */
	joinPieces(): void {
		let left = new Set(this.#nodes);
		while (left.size > 0) {
			// Parts that a creature of this size cannot reach from the largest one are then connected among themselves.
			const apart = new Set<Node>();
			for (;;) {
				const pair = this.#nearestToMain(left, apart);
				if (pair === undefined) break;
				const [node, main] = pair;
				const before = this.#nodes.length;
				if (!this.#join(node, main)) for (const each of this.#partOf(node)) apart.add(each);
				for (const each of this.#nodes.slice(before)) left.add(each);
			}
			left = apart;
		}
	}

	/**
	 * On each piece of ground, one part of the graph is the largest. Of the points in other parts, finds the one nearest to the largest part of its piece.
	 *
	 * @returns that point, and the point nearest to it in the largest part; undefined if all are connected
	 */
	#nearestToMain(left: ReadonlySet<Node>, apart: ReadonlySet<Node>): [Node, Node] | undefined {
		const parts = this.#parts();
		const sizes = new Map<Node, number>();
		const mains = new Map<number, Node>();
		this.#spend(left.size);
		for (const node of left) {
			const part = parts.get(node) ?? node;
			const size = (sizes.get(part) ?? 0) + 1;
			sizes.set(part, size);
			const main = mains.get(node.piece);
			if (!apart.has(node) && (main === undefined || size > (sizes.get(main) ?? 0))) mains.set(node.piece, part);
		}
		let best: [Node, Node] | undefined;
		let least = Infinity;
		for (const a of left) {
			const main = mains.get(a.piece);
			if (apart.has(a) || parts.get(a) === main) continue;
			this.#spend(left.size * COMPARED_STEPS);
			for (const b of left) {
				if (b.piece !== a.piece || parts.get(b) !== main) continue;
				const distance = planDistance(a.point, b.point);
				if (distance >= least) continue;
				best = [a, b];
				least = distance;
			}
		}
		return best;
	}

	/** A point and all points connected with it. */
	#partOf(node: Node): ReadonlySet<Node> {
		const part = new Set([node]);
		for (const each of part) for (const next of each.links) part.add(next);
		this.#spend(part.size);
		return part;
	}

	/** For each point the part of the graph that it belongs to, named by one of its points. */
	#parts(): Map<Node, Node> {
		const parts = new Map<Node, Node>();
		for (const first of this.#nodes) {
			if (parts.has(first)) continue;
			for (const node of this.#partOf(first)) parts.set(node, first);
		}
		return parts;
	}

	#join(a: Node, b: Node): boolean {
		const { arrived, points } = findRoute(this.#ground, a.point, b.point, this.#options);
		return arrived && (this.#isJoinedBy(a, b, points, ROOMY) || this.#isJoinedBy(a, b, points, 0));
	}

	/** Adds points along a route, or none where they cannot be linked. @param space that is looked for beside its turns, metres */
	#isJoinedBy(a: Node, b: Node, points: readonly Vec3[], space: number): boolean {
		let before = a;
		const added: Node[] = [];
		for (let i = 1; i < points.length; i++) {
			const last = i === points.length - 1;
			const node = last ? b : this.#addTurn(before, points[i], points[i + 1], space);
			if (node !== undefined && !last) added.push(node);
			if (node === undefined || !this.#linkIfWalkable(before, node)) {
				for (const each of added) this.#removeNode(each);
				return false;
			}
			before = node;
		}
		for (const node of added) this.#link(node);
		return true;
	}

	/** Adds a point at a turn of a route, or beside it if there is more space. */
	#addTurn(before: Node, turn: Vec3, next: Vec3, enough: number): Node | undefined {
		let best = rounded(turn);
		let most = this.#space.at(best, ROOMY);
		const stopAt = (point: Vec3): Stop => ({ point, on: undefined, beginning: undefined });
		// At exactly the radius from a corner, a way that leads there may not lead back.
		const leads = (spot: Vec3): boolean =>
			this.#canWalk(before, spot) &&
			this.#canWalk(stopAt(spot), next) &&
			this.#canWalk(stopAt(spot), before.point) &&
			this.#canWalk(stopAt(next), spot);
		for (let i = 0; i < 48 && most < enough; i++) {
			const angle = (Math.PI * 2 * (i % 16)) / 16;
			const away = 0.25 * (1 + Math.floor(i / 16));
			const [x, y] = [turn[0] + Math.cos(angle) * away, turn[1] + Math.sin(angle) * away];
			const ground = this.#ground.level.groundAt(x, y, turn[2] + 0.5);
			if (ground === undefined || Math.abs(ground.point[2] - turn[2]) > 0.5) continue;
			const spot = rounded([x, y, ground.point[2]]);
			const space = this.#space.at(spot, ROOMY);
			if (!(space > most && leads(spot))) continue;
			best = spot;
			most = space;
		}
		if (!leads(best)) best = this.#beside(turn, leads) ?? best;
		const ground = this.#ground.level.groundAt(best[0], best[1], best[2] + 0.05);
		const room = ground === undefined ? undefined : this.#ground.room(ground.room);
		if (ground === undefined || room === undefined) return undefined;
		const node = this.#nodeAt([best[0], best[1], ground.point[2]], { room, face: ground.face });
		this.#addNode(node);
		return node;
	}

	/** A spot just beside a turn from which the ways lead on: rounded, a turn at exactly the radius from a corner may be too near to it. */
	#beside(turn: Vec3, leads: (spot: Vec3) => boolean): Vec3 | undefined {
		for (const away of [1e-4, 1e-3, 0.01, 0.05]) {
			for (let i = 0; i < 16; i++) {
				const angle = (Math.PI * i) / 8;
				const [x, y] = [turn[0] + Math.cos(angle) * away, turn[1] + Math.sin(angle) * away];
				const ground = this.#ground.level.groundAt(x, y, turn[2] + 0.5);
				if (ground === undefined || Math.abs(ground.point[2] - turn[2]) > 0.5) continue;
				const spot = rounded([x, y, ground.point[2]]);
				if (leads(spot)) return spot;
			}
		}
		return undefined;
	}

	/** Removes links that a detour over a third point can replace, with two links that are both shorter. */
	thinOut(): void {
		const indexOf = new Map(this.#nodes.map((node, i) => [node, i]));
		const links = this.#nodes.flatMap((a, i) =>
			[...a.links]
				.filter((b) => (indexOf.get(b) ?? -1) > i)
				.map((b) => ({ a, b, length: planDistance(a.point, b.point) })),
		);
		for (const { a, b, length } of links.sort((p, q) => q.length - p.length)) {
			this.#spend(a.links.size);
			const detour = [...a.links].some(
				(c) => b.links.has(c) && planDistance(a.point, c.point) < length && planDistance(c.point, b.point) < length,
			);
			if (!detour) continue;
			a.links.delete(b);
			b.links.delete(a);
		}
	}

	graph(): PathGraph {
		const sorted = [...this.#nodes].sort((a, b) => a.point[0] - b.point[0] || a.point[1] - b.point[1]);
		const index = new Map(sorted.map((node, i) => [node, i]));
		return {
			points: sorted.map(({ point: [x, y], links }) => ({
				x,
				y,
				links: [...links].map((node) => index.get(node) as number).sort((a, b) => a - b),
			})),
			unreached: this.#middles
				.filter(({ by }) => by === undefined)
				.map(({ room, face, point }) => ({ room: room.part.room, face, at: point })),
		};
	}
}

/** Rounds x and y to float32, as the file will hold them. */
function rounded([x, y, z]: Vec3): Vec3 {
	return [Math.fround(x), Math.fround(y), z];
}

function middleOf({ mesh: { positions, faces } }: RoomGround, face: number): Vec3 {
	const [x, y, z] = [0, 1, 2].map((axis) =>
		[0, 1, 2].reduce((sum, corner) => sum + positions[faces[face * 3 + corner] * 3 + axis] / 3, 0),
	);
	return [x, y, z];
}

/** False for vertical faces: no creature can stand in their middle. */
function isFlat({ mesh: { positions, faces } }: RoomGround, face: number): boolean {
	const [a, b, c] = [0, 1, 2].map((corner) => faces[face * 3 + corner] * 3);
	const [ux, uy] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]];
	const [vx, vy] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1]];
	return Math.abs(ux * vy - uy * vx) > 1e-6;
}
