import type { QueryAnswer } from '../../level/query/answers.ts';
import { middleOf, type Vec3 } from '../../src/math/vec3.ts';
import { counted, decimal, decimals, grouped } from '../../src/text/numbers.ts';
import type { EdgeFacts, FaceFacts } from '../core/facts.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import { button, type Child, chips, element, fill, soft } from '../page/dom.ts';

/** Actions of the panel of facts. */
export interface FactsActions {
	/** Selects a face and flies there. */
	go(room: number, face: number, at: Vec3): void;
	stand(at: Vec3): void;
	clear(): void;
}

/** A walk, a route or a measurement; some of it may not be known yet. */
export interface Trace {
	readonly tool: 'walk' | 'route' | 'measure';
	readonly from: Vec3;
	readonly to?: Vec3;
	readonly answer?: QueryAnswer;
	readonly error?: string;
}

/** Shows facts about the level, a face, or a walk. */
export class FactsPanel {
	readonly #panel: HTMLElement;
	readonly #actions: FactsActions;

	constructor(panel: HTMLElement, actions: FactsActions) {
		this.#panel = panel;
		this.#actions = actions;
	}

	show(opened: OpenedPicture, facts: FaceFacts | undefined, trace: Trace | undefined): void {
		fill(
			this.#panel,
			trace !== undefined && this.#trace(trace),
			facts === undefined ? this.#level(opened, trace) : this.#face(facts),
		);
	}

	#level({ picture, rooms, inputs }: OpenedPicture, trace: Trace | undefined): Child[] {
		const size = [0, 1, 2].map((axis) => decimal(picture.max[axis] - picture.min[axis], 2)).join(' × ');
		const faces = picture.surfaces.length;
		const objects = picture.parts.filter(({ kind }) => kind !== 'room').length;
		const edges = picture.links.reduce((sum, each) => sum + each.edges, 0);
		const rows: Row[] = [
			['Files', inputs.join(', ')],
			['Rooms', grouped(rooms.length)],
			['Faces', grouped(faces)],
			faces > 0 && ['Size', `${size} m`],
			['Links', picture.links.length === 0 ? 'none' : `${grouped(edges)} edges`],
			objects > 0 && ['Objects', grouped(objects)],
		];
		const hint =
			faces === 0
				? soft('There is nothing to draw.')
				: trace === undefined &&
					element('p', { class: 'soft unprinted' }, 'Point at a face to see what it is, click to keep it.');
		return [element('h3', {}, picture.name), list(rows), hint];
	}

	#face(facts: FaceFacts): Child[] {
		const { room, roomIndex, face, label, surface, walkable, slope, area, at, corners, part } = facts;
		const heights = corners.map((corner) => corner[2]);
		const point = at ?? middleOf(corners);
		const lines = corners.flatMap((corner, index) => [index > 0 && element('br'), decimals(corner, 3)]);
		const rows: Row[] = [
			['Surface', `${surface} ${label}, ${walkable ? 'walkable' : 'blocks'}`],
			at !== undefined && ['Point', decimals(at, 4)],
			at !== undefined && ['Height', `${decimal(at[2], 4)} m`],
			['Heights', `${decimal(Math.min(...heights), 3)} to ${decimal(Math.max(...heights), 3)} m`],
			['Slope', `${decimal(slope, 1)}°`],
			['Area', `${decimal(area, 4)} m²`],
			['Corners', element('span', {}, lines)],
		];
		return [
			element('h3', { id: 'facts-title' }, `${room}: face ${face}`),
			part === 'room' && soft(`Room ${roomIndex} of the layout`),
			chips(
				button('chip', 'Fly to', () => this.#actions.go(roomIndex, face, point)),
				walkable && part === 'room' && button('chip', 'Stand here', () => this.#actions.stand(point)),
				button('chip', 'Clear', this.#actions.clear),
			),
			list(rows),
			element('h2', {}, 'Edges'),
			element(
				'table',
				{ 'aria-label': 'Edges of the face' },
				element(
					'tbody',
					{},
					facts.edges.map((edge) => this.#edge(edge, facts)),
				),
			),
		];
	}

	#edge({ edge, length, neighbour, transition, beyond, start, end }: EdgeFacts, facts: FaceFacts): HTMLElement {
		const link = (words: string, room: number, face: number, at: Vec3): Child =>
			button('link', words, () => this.#actions.go(room, face, at));
		let beside: Child = facts.walkable ? 'ground ends here' : 'no neighbour: not walkable';
		if (transition !== null) {
			const room = `room ${transition.room} "${transition.name}"`;
			beside = [
				'links to ',
				beyond === null
					? `${room}, which has no ground there`
					: link(`${room}, face ${beyond.face}`, beyond.room, beyond.face, beyond.at),
			];
		} else if (neighbour !== null)
			beside = link(`face ${neighbour}`, facts.roomIndex, neighbour, middleOf([start, end]));
		const nearest = edge === facts.nearestEdge;
		return element(
			'tr',
			{},
			element('td', {}, `${edge}${nearest ? ' (nearest)' : ''}`),
			element('td', { class: 'number' }, `${decimal(length, 3)} m`),
			element('td', {}, beside),
		);
	}

	#trace({ tool, from, to, answer, error }: Trace): Child[] {
		const name = { walk: 'Walk', route: 'Route', measure: 'Measure' }[tool];
		const rows: Row[] = [['From', decimals(from, 4)]];
		if (to !== undefined) rows.push(['To', decimals(to, 4)]);
		if (tool === 'measure' && to !== undefined) {
			const d = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
			rows.push(
				['Distance', `${decimal(Math.hypot(...d), 4)} m`],
				['In plan', `${decimal(Math.hypot(d[0], d[1]), 4)} m`],
				['Height', `${decimal(d[2], 4)} m`],
			);
		}
		let result: Child;
		if (answer !== undefined && 'arrived' in answer) {
			const { arrived, why, at, room, face, distance, points } = answer;
			result = element(
				'p',
				{ class: `notice ${arrived ? 'good' : 'error'}`, id: 'trace-result' },
				arrived ? 'Arrives.' : `Stops: ${why}.`,
			);
			rows.push(
				['Ends at', decimals(at, 4)],
				['Face', face === null ? 'none' : `${room}: ${face}`],
				['Length', `${decimal(distance, 4)} m`],
			);
			if (points !== undefined) rows.push(['Turns', counted(Math.max(0, points.length - 2), 'turn')]);
		}
		if (error !== undefined) result = element('p', { class: 'notice error' }, error);
		const hint = to === undefined && soft('Click where it is to end.');
		return [element('h3', {}, name), result, list(rows), hint, chips(button('chip', 'Clear', this.#actions.clear))];
	}
}

type Row = readonly [term: string, value: Child] | false;

function list(rows: readonly Row[]): HTMLElement {
	return element(
		'dl',
		{},
		rows.map((row) => row && [element('dt', {}, row[0]), element('dd', {}, row[1])]),
	);
}

/** A face in one line, for the edge of the window. */
export function faceLine({ room, face, label, slope, at, edges, nearestEdge }: FaceFacts): string {
	const edge = edges.find((each) => each.edge === nearestEdge);
	const link = edge?.transition;
	const parts = [
		`${room}: ${face}`,
		label,
		...(at === undefined ? [] : [`${decimal(at[0], 2)} ${decimal(at[1], 2)}, height ${decimal(at[2], 3)} m`]),
		`slope ${decimal(slope, 1)}°`,
		...(link === null || link === undefined ? [] : [`links to ${link.name}`]),
	];
	return parts.join('  ·  ');
}
