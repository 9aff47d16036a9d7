import type { ViewOptions } from '../../jobs/view-page.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import type { MaterialProposal } from '../../src/propose/materials.ts';
import type { Proposals } from '../../src/propose/propose.ts';
import {
	acceptDecisions,
	type Decided,
	entriesOf,
	type ObjectDecision,
	type ObjectRole,
	type RoomDecision,
} from '../../src/scene/decisions.ts';
import { decimal, grouped } from '../../src/text/numbers.ts';
import { baseName } from '../../src/text/paths.ts';
import type { DecidedScene } from '../core/decided.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import {
	type Child,
	check,
	chips,
	element,
	field,
	options as optionsOf,
	refill,
	row,
	select,
	soft,
	swatch,
} from '../page/dom.ts';
import type { History } from '../page/history.ts';
import type { Store, ViewState } from '../page/state.ts';
import { cssOf, listRgb, type Rgb } from '../scene/colours.ts';
import { entryOf, type PickedOfScene, ROLE_COLOURS } from '../scene/scene-view.ts';
import { type EditActions, layoutChoice, surfaceOptions, toggle, undoRow } from './edit.ts';

export interface DecideActions extends Pick<EditActions, 'undo' | 'redo' | 'openLayout'> {
	/** Keeps what was decided of a scene. */
	decide(scene: number, proposals: Proposals): void;
	/** Saves the file of decisions. */
	save(scene: number): void;
	/** Opens the files again with these options. */
	apply(options: ViewOptions): void;
}

/** What is shown besides the state of the page. */
export interface DecideInput {
	readonly opened: OpenedPicture;
	readonly scenes: readonly DecidedScene[];
	readonly history: History;
	readonly chosen: PickedOfScene | undefined;
}

const ROLE_NAMES: Readonly<Record<ObjectRole, string>> = {
	room: 'Room',
	rooms: 'Several rooms',
	obstacle: 'Obstacle',
	door: 'Door',
	placeable: 'Placeable',
	none: 'Left out',
};
const AXES = { y: 'Y is up', z: 'Z is up', x: 'X is up' } as const;
const UNITS = { m: 'Metres', cm: 'Centimetres', mm: 'Millimetres', in: 'Inches', ft: 'Feet' } as const;
const VIEWS: Partial<Record<ViewState['colouring'], string>> = {
	surface: 'The level',
	material: 'Materials',
	role: 'Roles',
};
/** What somebody chose is no proposal any more. */
const CHOSEN = { confidence: 'high', reason: 'Chosen in the page.', confirmed: true } as const;

/** What nobody has to decide. */
const AS_NAMED = { confidence: 'high', reason: 'As the scene says.', confirmed: true } as const;

/** What the materials and objects of scenes are: proposed, to be confirmed or changed one by one. */
export class DecidePanel {
	readonly #panel: HTMLElement;
	readonly #store: Store;
	readonly #actions: DecideActions;
	#shown = '';

	constructor(panel: HTMLElement, store: Store, actions: DecideActions) {
		this.#panel = panel;
		this.#store = store;
		this.#actions = actions;
	}

	show({ opened, scenes, history, chosen }: DecideInput): void {
		const { colouring, palette, options } = this.#store.state;
		// A list that is open, or a name that is being typed, stays: nothing is filled again that says the same.
		const shown = JSON.stringify([
			scenes.map(({ path, proposals }) => [path, proposals]),
			[history.canUndo, history.canRedo, chosen, colouring, palette, options],
			[opened.layouts, opened.inputs, opened.materials],
		]);
		if (shown === this.#shown && this.#panel.firstChild !== null) return;
		this.#shown = shown;
		const entries = scenes.flatMap(({ proposals }) => entriesOf(proposals));
		const open = entries.filter(({ confirmed }) => !confirmed);
		const views = Object.entries(VIEWS).map(([key, text]) =>
			toggle(
				text,
				`show-${key}`,
				() => this.#store.set({ colouring: key as ViewState['colouring'] }),
				colouring === key,
			),
		);
		refill(
			this.#panel,
			layoutChoice(opened, this.#actions.openLayout),
			undoRow(history, this.#actions),
			element(
				'h3',
				{ id: 'to-decide' },
				open.length === 0 ? 'All is decided' : `${grouped(open.length)} of ${grouped(entries.length)} to decide`,
			),
			element('div', { class: 'chips', role: 'group', 'aria-label': 'What is shown' }, views),
			scenes.map((scene, index) => this.#scene(scene, index, chosen?.scene === index ? chosen : undefined, opened)),
			element('h2', {}, 'Seams'),
			this.#seams(options),
		);
	}

	#scene(
		{ path, proposals, picture, frame: read }: DecidedScene,
		scene: number,
		chosen: PickedOfScene | undefined,
		opened: OpenedPicture,
	): Child[] {
		const decide = (change: Partial<Proposals>): void => this.#actions.decide(scene, { ...proposals, ...change });
		const open = entriesOf(proposals).filter(({ confirmed }) => !confirmed);
		const isSure = open.some(({ confidence }) => confidence === 'high');
		const { frame, objects, rooms, materials, sills } = proposals;
		const { colouring, palette } = this.#store.state;
		const put = <T extends { name: string; nth?: number }>(list: readonly T[], entry: T): T[] => {
			const at = list.findIndex(({ name, nth }) => name === entry.name && nth === entry.nth);
			return at < 0 ? [...list, entry] : list.with(at, entry);
		};
		const { materialNames } = picture;
		const objectRow = (entry: ObjectDecision, id: string): HTMLElement =>
			this.#object(entry, id, (next) => decide({ objects: put(objects, next) }));
		const materialRow = (entry: MaterialProposal, id: string): HTMLElement =>
			material(
				entry,
				id,
				opened.surfaces,
				colouring === 'material' ? listRgb(materialNames.indexOf(entry.name), palette) : undefined,
				(next) => decide({ materials: put(materials, next) }),
			);
		const ofMaterial = materialAt(proposals, materialNames[chosen?.material ?? -1], opened);
		const { up, unit } = frame ?? read;
		const axis = decision({
			id: `frame-${scene}`,
			name: 'Axis and unit',
			entry: frame ?? { confidence: 'high', reason: 'Nothing speaks against it.', confirmed: true },
			confirm: (confirmed) => frame !== undefined && decide({ frame: { ...frame, confirmed } }),
			controls: [
				choice(`up-${scene}`, 'Which axis is up', AXES, up, (value) =>
					decide({ frame: { ...frame, ...CHOSEN, up: value, unit } }),
				),
				choice(`unit-${scene}`, 'Unit', UNITS, unit, (value) =>
					decide({ frame: { ...frame, ...CHOSEN, up, unit: value } }),
				),
			],
		});
		return [
			chips(
				open.length > 0 &&
					toggle(isSure ? 'Accept what is sure' : 'Accept the rest', `accept-${scene}`, () =>
						this.#actions.decide(scene, acceptDecisions(proposals, isSure ? 'high' : 'low') as Proposals),
					),
				toggle(`Save ${baseName(path)}`, `save-decisions-${scene}`, () => this.#actions.save(scene)),
			),
			chosen !== undefined && [
				element('h2', {}, 'What was clicked'),
				objectRow(objectAt(proposals, picture.objectNames[chosen.object]), 'chosen-object'),
				ofMaterial !== undefined && materialRow(ofMaterial, 'chosen-material'),
			],
			frame !== undefined && axis,
			objects.length > 0 && element('h2', {}, 'Objects'),
			objects.map((entry, index) => objectRow(entry, `object-${scene}-${index}`)),
			rooms.length > 0 && element('h2', {}, 'Rooms'),
			rooms.map((entry, index) =>
				room(entry, `room-${scene}-${index}`, (next) => decide({ rooms: rooms.with(index, next) })),
			),
			materials.length > 0 && element('h2', {}, 'Materials'),
			materials.map((entry, index) => materialRow(entry, `material-${scene}-${index}`)),
			sills !== undefined && [
				element('h2', {}, 'Doorways'),
				decision({
					id: `sills-${scene}`,
					name: 'Ground across thick walls',
					entry: sills,
					confirm: (confirmed) => decide({ sills: { ...sills, confirmed } }),
				}),
			],
			frame === undefined && axis,
		];
	}

	#object(entry: ObjectDecision, id: string, set: (entry: ObjectDecision) => void): HTMLElement {
		const { name, nth, role } = entry;
		const isPart = role === 'room' || role === 'obstacle';
		const named = { value: entry.room ?? '', placeholder: 'room', 'aria-label': `Room of ${name}` };
		return decision({
			id,
			name: nth === undefined ? name : `${name} (${nth})`,
			entry,
			swatch: this.#store.state.colouring === 'role' ? ROLE_COLOURS[role] : undefined,
			confirm: (confirmed) => set({ ...entry, confirmed }),
			controls: [
				choice(`${id}-role`, `What ${name} is`, ROLE_NAMES, role, (value) => set({ ...entry, ...CHOSEN, role: value })),
				isPart && field({ id: `${id}-room`, ...named }, (room) => set({ ...entry, ...CHOSEN, room })),
			],
		});
	}

	#seams(options: ViewOptions): Child[] {
		const set = (patch: Partial<Record<keyof ViewOptions, unknown>>): void => {
			const next = Object.entries({ ...options, ...patch }).filter(([, value]) => value !== undefined);
			this.#actions.apply(Object.fromEntries(next) as ViewOptions);
		};
		const seams = { type: 'number', min: 0, max: 1, step: 0.01, value: options.snap, placeholder: '0 m' };
		const snap = (typed: string): void => set({ snap: Number(typed) > 0 ? Number(typed) : undefined });
		const isFixed = options.fixTJunctions === true;
		return [
			row('Snap seams within', field({ id: 'convert-snap', ...seams }, snap)),
			check({ id: 'convert-fix-t-junctions', checked: isFixed }, 'Fix T-junctions', (on) =>
				set({ fixTJunctions: on ? true : undefined }),
			),
		];
	}
}

function room(entry: RoomDecision, id: string, set: (entry: RoomDecision) => void): HTMLElement {
	const { name } = entry;
	return decision({
		id,
		name,
		entry,
		confirm: (confirmed) => set({ ...entry, confirmed }),
		controls: field({ id: `${id}-name`, value: name, 'aria-label': 'Name of the room' }, (typed) =>
			set({ ...entry, ...CHOSEN, name: typed }),
		),
	});
}

/** What is decided of an object; one that says itself what it is has its place among the rooms. */
function objectAt({ objects }: Proposals, named: Pick<ObjectDecision, 'name' | 'nth'>): ObjectDecision {
	return entryOf(objects, named) ?? { ...named, role: 'room', ...AS_NAMED };
}

/** What is decided of a material; nothing of one that only things have that are left out. */
function materialAt(
	{ materials }: Proposals,
	name: string | undefined,
	{ materials: uses, surfaces }: OpenedPicture,
): MaterialProposal | undefined {
	const known = materials.find((each) => each.name === name);
	const use = uses.find(({ material: each }) => each === name);
	if (known !== undefined || name === undefined || use === undefined) return known;
	return { name, surface: surfaceLabel(surfaces, use.surface), choices: [], triangles: 0, area: 0, ...AS_NAMED };
}

function material(
	entry: MaterialProposal,
	id: string,
	surfaces: SurfaceTable,
	rgb: Rgb | undefined,
	set: (entry: MaterialProposal) => void,
): HTMLElement {
	const { surface, choices = [], triangles, area } = entry;
	const name = entry.name === '' ? '(no material)' : entry.name;
	const label = typeof surface === 'number' ? surfaces.surfaces[surface]?.label : surface;
	const likely = optionsOf(
		choices.map((each) => [each, each] as const),
		label,
	);
	return decision({
		id,
		name,
		entry,
		swatch: rgb,
		note: !triangles ? '' : `${grouped(triangles)} faces, ${decimal(area, 1)} m². `,
		confirm: (confirmed) => set({ ...entry, confirmed }),
		controls: select(
			{ id: `${id}-surface`, 'aria-label': `Surface of ${name}` },
			[
				likely.length > 0 && element('optgroup', { label: 'Likely' }, likely),
				surfaceOptions(surfaces, choices.includes(label ?? '') ? undefined : label),
			],
			(chosen) => set({ ...entry, ...CHOSEN, surface: chosen }),
		),
	});
}

interface Row {
	readonly id: string;
	readonly name: string;
	readonly entry: Decided;
	readonly swatch?: Rgb | undefined;
	/** Comes before the reason. */
	readonly note?: string;
	readonly controls?: Child;
	confirm(confirmed: boolean): void;
}

/** What is proposed, why, and a box that confirms it. */
function decision({ id, name, entry, swatch: rgb, note = '', controls, confirm }: Row): HTMLElement {
	const { confirmed, confidence, reason } = entry;
	const doubt = confirmed || confidence === 'high' ? '' : ` (${confidence} confidence)`;
	return element(
		'div',
		{ class: `decision${confirmed ? ' decided' : ''}`, id },
		check({ id: `${id}-ok`, checked: confirmed }, element('strong', { class: 'grow' }, name), confirm, {
			before: rgb !== undefined && swatch(cssOf(rgb)),
			title: confirmed ? 'Decided' : 'Confirm this',
		}),
		element('div', { class: 'controls' }, controls),
		soft(`${note}${reason}${doubt}`),
	);
}

function choice<K extends string>(
	id: string,
	label: string,
	choices: Readonly<Record<K, string>>,
	value: K,
	set: (value: K) => void,
): HTMLElement {
	const entries = optionsOf(Object.entries<string>(choices), value);
	return select({ id, 'aria-label': label }, entries, (chosen) => set(chosen as K));
}
