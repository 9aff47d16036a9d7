import type { ViewOptions } from '../../jobs/view-page.ts';
import { DOOR_STATES, type DoorState } from '../../src/model/walkmesh.ts';

/** How faces are coloured. */
export const COLOURINGS = ['surface', 'room', 'height', 'slope', 'piece', 'walkability', 'material', 'role'] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** `muted` keeps to itself, `game` is what tools of the field show, `safe` is told apart by the colour-blind. */
export const PALETTES = ['muted', 'game', 'safe'] as const;
export type Palette = (typeof PALETTES)[number];

/** What can be switched on and off, besides surfaces and rooms. */
export const LAYERS = {
	obstacles: 'Obstacles on the floor',
	walls: 'Walls',
	ceilings: 'Ceilings',
	wireframe: 'Edges of faces',
	perimeters: 'Where ground ends',
	links: 'Links between rooms',
	names: 'Names of rooms',
	objects: 'Doors and placeables',
	hooks: 'Use hooks',
	things: 'Things of the area',
	findings: 'Findings',
	places: 'Layout positions',
	normals: 'Normals',
	paths: 'Path points',
} as const;
export type Layer = keyof typeof LAYERS;

const ON: readonly Layer[] = [
	'obstacles',
	'walls',
	'wireframe',
	'perimeters',
	'links',
	'names',
	'objects',
	'hooks',
	'things',
	'findings',
];

export const CAMERA_MODES = ['orbit', 'top', 'stand'] as const;
export type CameraMode = (typeof CAMERA_MODES)[number];

export const TOOLS = ['select', 'brush', 'walk', 'route', 'measure'] as const;
export type Tool = (typeof TOOLS)[number];

/** The panels on the right, by what their tabs say. */
export const PANELS = { facts: 'Facts', findings: 'Findings', edit: 'Edit', compare: 'Compare' } as const;
export type Panel = keyof typeof PANELS;
export const PANEL_NAMES: readonly Panel[] = Object.keys(PANELS) as Panel[];

/** How two levels are shown. */
export const COMPARISONS = ['overlay', 'side', 'before', 'after'] as const;
/** Which states of doors are drawn. */
export const DOOR_CHOICES: readonly (DoorState | 'all')[] = [...DOOR_STATES, 'all'];
/** Panels that are folded away in wide windows. */
export const FOLDS = ['none', 'left', 'right', 'both'] as const;
const THEME_CHOICES = ['auto', 'light', 'dark'] as const;

/** Where one looks from and to, area space. */
export interface CameraState {
	readonly mode: CameraMode;
	readonly eye: readonly number[];
	readonly target: readonly number[];
	/** Of the view from above: metres that the window is high. */
	readonly span?: number;
}

/** Everything that a link to the page should bring back. */
export interface ViewState {
	readonly camera?: CameraState;
	readonly colouring: Colouring;
	readonly palette: Palette;
	readonly theme: (typeof THEME_CHOICES)[number];
	readonly patterns: boolean;
	readonly layers: ReadonlySet<Layer>;
	readonly hiddenSurfaces: ReadonlySet<number>;
	readonly hiddenRooms: ReadonlySet<string>;
	readonly doors: DoorState | 'all';
	/** Depth of the boxes that are shown; −1 for none. */
	readonly boxes: number;
	/** `room:face`. */
	readonly selected: string;
	readonly tool: Tool;
	/** Points of walk, route or measure, area space. */
	readonly points: readonly (readonly number[])[];
	readonly panel: Panel;
	readonly folded: (typeof FOLDS)[number];
	readonly compare: (typeof COMPARISONS)[number];
	/** What was said of the conversion on the page. */
	readonly options: ViewOptions;
}

export const FIRST_STATE: ViewState = {
	colouring: 'surface',
	palette: 'muted',
	theme: 'auto',
	patterns: false,
	layers: new Set(ON),
	hiddenSurfaces: new Set(),
	hiddenRooms: new Set(),
	doors: 'closed',
	boxes: -1,
	selected: '',
	tool: 'select',
	points: [],
	panel: 'facts',
	folded: 'none',
	compare: 'overlay',
	options: {},
};

/** The state, and those who want to know when it changes. */
export class Store {
	#state: ViewState;
	readonly #listeners: ((changed: ReadonlySet<keyof ViewState>, state: ViewState) => void)[] = [];

	constructor(state: ViewState) {
		this.#state = state;
	}

	get state(): ViewState {
		return this.#state;
	}

	set(patch: Partial<ViewState>): void {
		const changed = new Set(
			(Object.keys(patch) as (keyof ViewState)[]).filter((key) => patch[key] !== this.#state[key]),
		);
		if (changed.size === 0) return;
		this.#state = { ...this.#state, ...patch };
		for (const listener of this.#listeners) listener(changed, this.#state);
	}

	/** Switches a layer. */
	toggle(layer: Layer, on = !this.#state.layers.has(layer)): void {
		const layers = new Set(this.#state.layers);
		if (on) layers.add(layer);
		else layers.delete(layer);
		this.set({ layers });
	}

	/** Folds a panel away, or out again. */
	fold(side: 'left' | 'right'): void {
		const { folded } = this.#state;
		const other = side === 'left' ? 'right' : 'left';
		const next = { none: side, both: other, [side]: 'none', [other]: 'both' } as const;
		this.set({ folded: next[folded] });
	}

	listen(listener: (changed: ReadonlySet<keyof ViewState>, state: ViewState) => void): void {
		this.#listeners.push(listener);
	}
}

/** The state as the part of an address behind `#`: only what differs from the first state. */
export function hashOf(state: ViewState): string {
	const parts = new URLSearchParams();
	const { camera, options } = state;
	if (camera !== undefined) {
		const numbers = [...camera.eye, ...camera.target, ...(camera.span === undefined ? [] : [camera.span])];
		parts.set('camera', [camera.mode, ...numbers.map((value) => Number(value.toFixed(3)))].join(','));
	}
	for (const key of TEXTS) if (state[key] !== FIRST_STATE[key]) parts.set(key, state[key]);
	if (state.patterns) parts.set('patterns', '1');
	const on = (Object.keys(LAYERS) as Layer[]).filter((layer) => state.layers.has(layer) && !ON.includes(layer));
	const off = ON.filter((layer) => !state.layers.has(layer));
	if (on.length > 0) parts.set('show', on.join(','));
	if (off.length > 0) parts.set('hide', off.join(','));
	if (state.hiddenSurfaces.size > 0) parts.set('no-surface', [...state.hiddenSurfaces].join(','));
	for (const room of state.hiddenRooms) parts.append('no-room', room);
	if (state.boxes >= 0) parts.set('boxes', String(state.boxes));
	for (const point of state.points) parts.append('point', point.map((value) => Number(value.toFixed(4))).join(','));
	if (Object.keys(options).length > 0) parts.set('options', JSON.stringify(options));
	return parts.toString();
}

const TEXTS = ['colouring', 'palette', 'theme', 'doors', 'selected', 'tool', 'panel', 'folded', 'compare'] as const;

const CHOICES: Partial<Record<(typeof TEXTS)[number], readonly string[]>> = {
	colouring: COLOURINGS,
	palette: PALETTES,
	theme: THEME_CHOICES,
	doors: DOOR_CHOICES,
	tool: TOOLS,
	panel: PANEL_NAMES,
	folded: FOLDS,
	compare: COMPARISONS,
};

/** The state that an address tells; what makes no sense in it is left out. */
export function stateOfHash(hash: string): ViewState {
	const parts = new URLSearchParams(hash.replace(/^#/, ''));
	const state: Record<string, unknown> = { ...FIRST_STATE };
	const [mode, ...numbers] = (parts.get('camera') ?? '').split(',');
	const values = numbers.map(Number);
	if (CAMERA_MODES.some((each) => each === mode) && values.length >= 6 && values.every(Number.isFinite)) {
		const span = values.length > 6 ? { span: values[6] } : {};
		state['camera'] = { mode, eye: values.slice(0, 3), target: values.slice(3, 6), ...span };
	}
	for (const key of TEXTS) {
		const value = parts.get(key);
		if (value !== null && (CHOICES[key]?.includes(value) ?? true)) state[key] = value;
	}
	state['patterns'] = parts.get('patterns') === '1';
	const layers = new Set(ON);
	for (const name of list(parts.get('show'))) if (Object.hasOwn(LAYERS, name)) layers.add(name as Layer);
	for (const name of list(parts.get('hide'))) layers.delete(name as Layer);
	state['layers'] = layers;
	state['hiddenSurfaces'] = new Set(list(parts.get('no-surface')).map(Number).filter(Number.isInteger));
	state['hiddenRooms'] = new Set(parts.getAll('no-room'));
	const boxes = Number(parts.get('boxes') ?? -1);
	state['boxes'] = Number.isInteger(boxes) && boxes >= 0 ? boxes : -1;
	const points = parts.getAll('point').map((text) => text.split(',').map(Number));
	state['points'] = points.filter((point) => point.length === 3 && point.every(Number.isFinite)).slice(0, 2);
	state['options'] = optionsOf(parts.get('options'));
	return state as unknown as ViewState;
}

function list(text: string | null): string[] {
	return text === null || text === '' ? [] : text.split(',');
}

function optionsOf(text: string | null): ViewOptions {
	try {
		const value: unknown = JSON.parse(text ?? '{}');
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ViewOptions) : {};
	} catch {
		return {};
	}
}
