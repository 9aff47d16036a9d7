import { surfaceLabel } from '../../src/model/surfaces.ts';
import { decimal, grouped } from '../../src/text/numbers.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import {
	button,
	type Child,
	check,
	chips,
	element,
	iconButton,
	options,
	refill,
	row,
	select,
	soft,
	swatch,
} from '../page/dom.ts';
import { DOOR_CHOICES, LAYERS, type Layer, PALETTES, type Store, type ViewState } from '../page/state.ts';
import { cssOf, listRgb, rampRgb, surfaceRgb } from '../scene/colours.ts';
import { heightRange, STEEPEST } from '../scene/painting.ts';
import { colouringsOf, isOfScene } from '../scene/scene-view.ts';

const COLOURING_NAMES: Readonly<Record<ViewState['colouring'], string>> = {
	surface: 'Surface',
	room: 'Room',
	height: 'Height',
	slope: 'Slope',
	piece: 'Piece of ground',
	walkability: 'Walkable or not',
	material: 'Material',
	role: 'Role of objects',
};
const PALETTE_NAMES: Readonly<Record<ViewState['palette'], string>> = {
	muted: 'Muted',
	game: 'As in modding tools',
	safe: 'Colour-blind safe',
};
const DOOR_NAMES: Readonly<Record<ViewState['doors'], string>> = {
	closed: 'Closed',
	open1: 'Open 1',
	open2: 'Open 2',
	all: 'All states',
};

/** What the panel shows besides the state. */
export interface LayersInput {
	readonly opened: OpenedPicture;
	/** Levels of the deepest tree, once they were asked for. */
	readonly deepest: number;
	readonly pieces: number | undefined;
}

/** What is shown, and in which colours. */
export class LayersPanel {
	readonly #panel: HTMLElement;
	readonly #store: Store;

	constructor(panel: HTMLElement, store: Store) {
		this.#panel = panel;
		this.#store = store;
	}

	show(input: LayersInput): void {
		const { state } = this.#store;
		refill(
			this.#panel,
			iconButton('fold', 'Fold the layers ([)', () => this.#store.fold('left'), {
				id: 'fold-left',
				class: 'icon-button fold',
			}),
			element('h2', {}, 'Colour'),
			this.#select('colouring', 'Colour by', colouringsOf(input.opened), COLOURING_NAMES),
			this.#select('palette', 'Colours', PALETTES, PALETTE_NAMES),
			checkOf('patterns', 'Patterns', state.patterns, (on) => this.#store.set({ patterns: on })),
			element('div', { class: 'legend' }, this.#legend(input)),
			element('h2', {}, 'Layers'),
			(Object.keys(LAYERS) as Layer[]).map((layer) =>
				checkOf(`layer-${layer}`, LAYERS[layer], state.layers.has(layer), (on) => this.#store.toggle(layer, on)),
			),
			this.#doors(input),
			this.#boxes(input),
			this.#rooms(input),
		);
	}

	#select<K extends 'colouring' | 'palette' | 'doors'>(
		key: K,
		label: string,
		values: readonly ViewState[K][],
		names: Readonly<Record<ViewState[K], string>>,
	): HTMLElement {
		const choices = options(
			values.map((value) => [value, names[value]] as const),
			this.#store.state[key],
		);
		const set = (value: string): void => this.#store.set({ [key]: value });
		return row(element('span', {}, label), select({ id: `set-${key}` }, choices, set));
	}

	/** A box that shows or hides one of many, such as a room, and how many faces it has. */
	#shown<T>(
		key: 'hiddenSurfaces' | 'hiddenRooms',
		each: T,
		{ id, text, count, colour }: { id: string; text: string; count: number; colour: string | undefined },
	): HTMLElement {
		const hidden = this.#store.state[key] as ReadonlySet<unknown>;
		const set = (on: boolean): void => {
			const others = [...hidden].filter((other) => other !== each);
			this.#store.set({ [key]: new Set(on ? others : [...others, each]) });
		};
		const before = colour !== undefined && swatch(colour);
		return checkOf(id, text, !hidden.has(each), set, before, element('span', { class: 'number' }, grouped(count)));
	}

	#legend({ opened, pieces }: LayersInput): Child {
		const { colouring } = this.#store.state;
		const { picture } = opened;
		if (colouring === 'height') {
			const [low, high] = heightRange(picture).map((height) => `${decimal(height + picture.origin[2], 2)} m`);
			return ramp(low, high);
		}
		if (colouring === 'slope') return ramp('level', `${STEEPEST}° and more`);
		if (colouring === 'piece' && pieces !== undefined)
			return soft(`${grouped(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} of ground, over shared and linked edges`);
		if (isOfScene(colouring)) return soft('The scene as it was modelled; its colours stand under Decide.');
		return this.#surfaces(opened);
	}

	#surfaces({ picture, surfaces: table }: OpenedPicture): Child {
		const { palette } = this.#store.state;
		const counts = new Map<number, number>();
		for (const surface of picture.surfaces) counts.set(surface, (counts.get(surface) ?? 0) + 1);
		const rows = [...counts]
			.sort((a, b) => a[0] - b[0])
			.map(([surface, count]) => {
				const text = `${surfaceLabel(table, surface)}${table.surfaces[surface]?.walk === true ? '' : ' (blocks)'}`;
				const colour = cssOf(surfaceRgb(table, surface, palette));
				return this.#shown('hiddenSurfaces', surface, { id: `surface-${surface}`, text, count, colour });
			});
		return rows.length > 0 && [element('h2', {}, 'Surfaces'), element('div', { class: 'scroll' }, rows)];
	}

	#doors({ opened }: LayersInput): Child {
		const { parts, unplaced } = opened.picture;
		return [
			parts.some(({ kind }) => kind === 'door') && this.#select('doors', 'Doors', DOOR_CHOICES, DOOR_NAMES),
			unplaced.length > 0 && soft(`Not drawn, as nothing says where they stand: ${unplaced.join(', ')}`),
		];
	}

	#boxes({ deepest }: LayersInput): Child {
		const { boxes } = this.#store.state;
		const text = boxes < 0 ? 'AABB tree' : `AABB tree, level ${boxes} of ${deepest}`;
		const box = checkOf('boxes', text, boxes >= 0, (on) => this.#store.set({ boxes: on ? 0 : -1 }));
		const oninput = ({ target }: Event): void => this.#store.set({ boxes: Number((target as HTMLInputElement).value) });
		const slider = {
			id: 'boxes-level',
			type: 'range',
			min: 0,
			max: Math.max(1, deepest),
			value: boxes,
			oninput,
			'aria-label': 'Level of the AABB tree',
		};
		return [box, boxes >= 0 && element('input', slider)];
	}

	#rooms({ opened }: LayersInput): Child {
		const { colouring, palette } = this.#store.state;
		const rooms = [...opened.picture.parts.entries()].filter(([, { kind }]) => kind === 'room');
		if (rooms.length < 2) return undefined;
		const hide = (names: readonly string[]) => () => this.#store.set({ hiddenRooms: new Set(names) });
		return [
			element('h2', {}, 'Rooms'),
			chips(button('chip', 'All', hide([])), button('chip', 'None', hide(rooms.map(([, { name }]) => name)))),
			element(
				'div',
				{ class: 'scroll' },
				rooms.map(([part, { name, count, index }]) => {
					const colour = colouring === 'room' ? cssOf(listRgb(part, palette)) : undefined;
					return this.#shown('hiddenRooms', name, { id: `room-${index}`, text: `${index} ${name}`, count, colour });
				}),
			),
		];
	}
}

function checkOf(
	id: string,
	text: string,
	checked: boolean,
	set: (on: boolean) => void,
	before?: Child,
	after?: Child,
): HTMLElement {
	const words = element('span', { class: 'grow', title: text }, text);
	return check({ id: `check-${id}`, checked }, words, set, { before, after });
}

function ramp(low: string, high: string): HTMLElement[] {
	const bar = element('div', { class: 'ramp', role: 'img', 'aria-label': `from ${low} to ${high}` });
	const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => cssOf(rampRgb(share)));
	bar.style.background = `linear-gradient(90deg, ${stops.join(', ')})`;
	return [bar, element('div', { class: 'ends' }, element('span', {}, low), element('span', {}, high))];
}
