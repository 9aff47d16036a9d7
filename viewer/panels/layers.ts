import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { decimal, grouped } from '../../src/text/numbers.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import { element, fill, iconButton } from '../page/dom.ts';
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
		const focus = document.activeElement?.id;
		const scroll = this.#panel.scrollTop;
		fill(
			this.#panel,
			iconButton('fold', 'Fold the layers ([)', () => this.#store.fold('left'), {
				id: 'fold-left',
				class: 'icon-button fold',
			}),
			element('h2', {}, 'Colour'),
			this.#select('colouring', 'Colour by', colouringsOf(input.opened), COLOURING_NAMES),
			this.#select('palette', 'Colours', PALETTES, PALETTE_NAMES),
			this.#check('patterns', 'Patterns', this.#store.state.patterns, (on) => this.#store.set({ patterns: on })),
			element('div', { class: 'legend' }, ...this.#legend(input)),
			element('h2', {}, 'Layers'),
			...(Object.keys(LAYERS) as Layer[]).map((layer) =>
				this.#check(`layer-${layer}`, LAYERS[layer], this.#store.state.layers.has(layer), (on) =>
					this.#store.toggle(layer, on),
				),
			),
			...this.#doors(input),
			...this.#boxes(input),
			...this.#rooms(input),
		);
		this.#panel.scrollTop = scroll;
		if (focus !== undefined && focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
	}

	#select<K extends 'colouring' | 'palette' | 'doors'>(
		key: K,
		label: string,
		values: readonly ViewState[K][],
		names: Readonly<Record<ViewState[K], string>>,
	): HTMLElement {
		const options = values.map((value) =>
			element('option', { value, selected: value === this.#store.state[key] }, names[value]),
		);
		const onchange = ({ target }: Event): void =>
			this.#store.set({ [key]: (target as HTMLSelectElement).value } as Partial<ViewState>);
		return element(
			'label',
			{ class: 'row' },
			element('span', {}, label),
			element('select', { id: `set-${key}`, onchange }, ...options),
		);
	}

	#check(
		id: string,
		text: string,
		checked: boolean,
		set: (on: boolean) => void,
		...more: (HTMLElement | false)[]
	): HTMLElement {
		const onchange = ({ target }: Event): void => set((target as HTMLInputElement).checked);
		const box = element('input', { type: 'checkbox', id: `check-${id}`, checked, onchange });
		return element(
			'label',
			{ class: 'check' },
			box,
			...more.slice(0, -1),
			element('span', { class: 'grow', title: text }, text),
			more.at(-1) ?? false,
		);
	}

	#legend({ opened, pieces }: LayersInput): HTMLElement[] {
		const { state } = this.#store;
		const { picture, surfaces } = opened;
		if (state.colouring === 'height') {
			const [low, high] = heightRange(picture);
			return ramp(`${decimal(low + picture.origin[2], 2)} m`, `${decimal(high + picture.origin[2], 2)} m`);
		}
		if (state.colouring === 'slope') return ramp('level', `${STEEPEST}° and more`);
		if (state.colouring === 'piece' && pieces !== undefined)
			return [
				element(
					'p',
					{ class: 'soft' },
					`${grouped(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} of ground, over shared and linked edges`,
				),
			];
		if (isOfScene(state.colouring))
			return [element('p', { class: 'soft' }, 'The scene as it was modelled; its colours stand under Decide.')];
		return this.#surfaces(opened, surfaces);
	}

	#surfaces({ picture }: OpenedPicture, table: SurfaceTable): HTMLElement[] {
		const { state } = this.#store;
		const counts = new Map<number, number>();
		for (const surface of picture.surfaces) counts.set(surface, (counts.get(surface) ?? 0) + 1);
		const rows = [...counts]
			.sort((a, b) => a[0] - b[0])
			.map(([surface, count]) => {
				const swatch = element('span', { class: 'swatch' });
				swatch.style.background = cssOf(surfaceRgb(table, surface, state.palette));
				const set = (on: boolean): void => {
					const hidden = new Set(state.hiddenSurfaces);
					if (on) hidden.delete(surface);
					else hidden.add(surface);
					this.#store.set({ hiddenSurfaces: hidden });
				};
				const text = `${surfaceLabel(table, surface)}${table.surfaces[surface]?.walk === true ? '' : ' (blocks)'}`;
				const number = element('span', { class: 'number' }, grouped(count));
				return this.#check(`surface-${surface}`, text, !state.hiddenSurfaces.has(surface), set, swatch, number);
			});
		return rows.length === 0 ? [] : [element('h2', {}, 'Surfaces'), element('div', { class: 'scroll' }, ...rows)];
	}

	#doors({ opened }: LayersInput): HTMLElement[] {
		const { parts, unplaced } = opened.picture;
		const note =
			unplaced.length === 0
				? []
				: [element('p', { class: 'soft' }, `Not drawn, as nothing says where they stand: ${unplaced.join(', ')}`)];
		if (!parts.some(({ kind }) => kind === 'door')) return note;
		return [this.#select('doors', 'Doors', DOOR_CHOICES, DOOR_NAMES), ...note];
	}

	#boxes({ deepest }: LayersInput): HTMLElement[] {
		const { boxes } = this.#store.state;
		const set = (on: boolean): void => this.#store.set({ boxes: on ? 0 : -1 });
		const check = this.#check(
			'boxes',
			boxes < 0 ? 'AABB tree' : `AABB tree, level ${boxes} of ${deepest}`,
			boxes >= 0,
			set,
		);
		if (boxes < 0) return [check];
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
		return [check, element('input', slider)];
	}

	#rooms({ opened }: LayersInput): HTMLElement[] {
		const { state } = this.#store;
		const rooms = opened.picture.parts.flatMap((part, index) =>
			part.kind === 'room' ? [{ ...part, colour: index }] : [],
		);
		if (rooms.length < 2) return [];
		const rows = rooms.map(({ name, count, colour, index }) => {
			const set = (on: boolean): void => {
				const hidden = new Set(state.hiddenRooms);
				if (on) hidden.delete(name);
				else hidden.add(name);
				this.#store.set({ hiddenRooms: hidden });
			};
			const swatch = element('span', { class: 'swatch' });
			swatch.style.background = state.colouring === 'room' ? cssOf(listRgb(colour, state.palette)) : 'transparent';
			const number = element('span', { class: 'number' }, grouped(count));
			return this.#check(
				`room-${index}`,
				`${index} ${name}`,
				!state.hiddenRooms.has(name),
				set,
				state.colouring === 'room' && swatch,
				number,
			);
		});
		const all = (hidden: readonly string[]) => () => this.#store.set({ hiddenRooms: new Set(hidden) });
		return [
			element('h2', {}, 'Rooms'),
			element(
				'div',
				{ class: 'chips' },
				element('button', { class: 'chip', type: 'button', onclick: all([]) }, 'All'),
				element('button', { class: 'chip', type: 'button', onclick: all(rooms.map(({ name }) => name)) }, 'None'),
			),
			element('div', { class: 'scroll' }, ...rows),
		];
	}
}

function ramp(low: string, high: string): HTMLElement[] {
	const bar = element('div', { class: 'ramp', role: 'img', 'aria-label': `from ${low} to ${high}` });
	const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => cssOf(rampRgb(share)));
	bar.style.background = `linear-gradient(90deg, ${stops.join(', ')})`;
	return [bar, element('div', { class: 'ends' }, element('span', {}, low), element('span', {}, high))];
}
