import type { EditOptions } from '../../jobs/edit/remedies.ts';
import { groupBy } from '../../src/math/arrays.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { baseName } from '../../src/text/paths.ts';
import type { EdgeFacts, FaceFacts } from '../core/facts.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import {
	button,
	type Child,
	check,
	chips,
	element,
	field,
	iconButton,
	options,
	refill,
	row,
	select,
	soft,
} from '../page/dom.ts';
import type { History } from '../page/history.ts';

/** What a brush does besides giving surfaces. */
const STROKES = { flip: 'Flip faces', delete: 'Delete faces' } as const;

/** How far the brush reaches, pixels. */
const SIZES: readonly (readonly [radius: number, text: string])[] = [
	[0, 'One face'],
	[12, 'Small'],
	[28, 'Large'],
];

export interface EditActions {
	edit(room: number, step: EditOptions): void;
	undo(): void;
	redo(): void;
	/** Takes the brush, or puts it down. */
	paint(): void;
	save(path: string): void;
	saveEdits(path: string): void;
	/** Opens another layout of the files. */
	openLayout(path: string): void;
}

/** What is changed in walkmeshes: faces under the brush, the face that is selected, use hooks, and what was done. */
export class EditPanel {
	readonly #panel: HTMLElement;
	readonly #actions: EditActions;
	/** A surface, or one of `STROKES`. */
	brush = 'Stone';
	/** Pixels about the pointer that the brush takes faces within. */
	radius = 0;
	#both = true;

	constructor(panel: HTMLElement, actions: EditActions) {
		this.#panel = panel;
		this.#actions = actions;
	}

	show(opened: OpenedPicture, facts: FaceFacts | undefined, history: History, isPainting: boolean): void {
		const { surfaces, hooks } = opened;
		const isOwn = facts !== undefined && (facts.part === 'room' || hooks !== undefined);
		refill(
			this.#panel,
			layoutChoice(opened, this.#actions.openLayout),
			undoRow(history, this.#actions),
			element('h2', {}, 'Brush'),
			this.#brushRows(surfaces, isPainting),
			element('h2', {}, 'Face'),
			isOwn ? this.#face(opened, facts) : soft('Click a face to change it.'),
			hooks !== undefined && this.#hooks(hooks),
			element('h2', {}, 'Edits'),
			this.#done(history, opened),
		);
	}

	#brushRows(surfaces: SurfaceTable, isPainting: boolean): Child {
		const strokes = element('optgroup', { label: 'Faces' }, options(Object.entries(STROKES), this.brush));
		return [
			element(
				'div',
				{ class: 'row' },
				select(
					{ id: 'brush', 'aria-label': 'What the brush does' },
					[surfaceOptions(surfaces, this.brush), strokes],
					(value) => {
						this.brush = value;
					},
				),
				toggle(isPainting ? 'Put it down' : 'Brush over faces', 'brush-take', this.#actions.paint, isPainting),
			),
			row(
				'Size',
				select({ id: 'brush-size' }, options(SIZES, this.radius), (value) => {
					this.radius = Number(value);
				}),
			),
		];
	}

	#face(opened: OpenedPicture, facts: FaceFacts): Child {
		const { room, roomIndex, face, label } = facts;
		const edit = (step: EditOptions): void => this.#actions.edit(roomIndex, step);
		const surface = select({ id: 'face-surface' }, surfaceOptions(opened.surfaces, label), (value) =>
			edit({ surface: { [face]: value } }),
		);
		return [
			element('h3', {}, `${room}: face ${face}`),
			row('Surface', surface),
			chips(
				toggle('Flip', 'face-flip', () => edit({ flip: [`${face}`] })),
				toggle('Delete', 'face-delete', () => edit({ delete: [`${face}`] })),
			),
			facts.edges
				.filter(({ neighbour }) => facts.walkable && facts.part === 'room' && neighbour === null)
				.map((edge) => this.#edge(opened, edge, edit)),
			opened.rooms.length > 1 &&
				check({ id: 'link-both', checked: this.#both }, 'Link the other side, too', (on) => {
					this.#both = on;
				}),
		];
	}

	/** An edge where ground ends: it leads to a room, or to none. */
	#edge(
		{ rooms }: OpenedPicture,
		{ edge, transition, hole }: EdgeFacts,
		edit: (step: EditOptions) => void,
	): HTMLElement {
		const isLevel = rooms.length > 1;
		const target = transition?.room ?? -1;
		const choices: (readonly [string | number, string])[] = [
			['none', 'leads nowhere'],
			...(isLevel ? rooms.map((name, index) => [index, `to ${name}`] as const) : []),
			...(target >= rooms.length ? [[target, `to room ${target}`] as const] : []),
		];
		return element(
			'div',
			{ class: 'row' },
			`Edge ${edge}`,
			select(
				{ id: `link-${edge}`, 'aria-label': `Room that edge ${edge} leads to` },
				options(choices, target < 0 ? 'none' : target),
				(to) => edit({ link: { [edge]: to }, ...(this.#both && isLevel ? { both: true } : {}) }),
			),
			hole && toggle('Fill hole', `fill-${edge}`, () => edit({ fill: [`${edge}`] })),
		);
	}

	#hooks(hooks: NonNullable<OpenedPicture['hooks']>): Child {
		const rows = Object.entries(hooks).map(([name, point]: [string, Vec3]) => {
			const set = (text: string): void => this.#actions.edit(0, { hook: { [name]: text.replaceAll(' ', '') } });
			return element('label', { class: 'row hook' }, name, field({ id: `hook-${name}`, value: point.join(', ') }, set));
		});
		return [element('h2', {}, 'Use hooks'), rows];
	}

	#done({ steps }: History, { rooms }: OpenedPicture): Child {
		if (steps.size === 0) return soft('Nothing is changed yet.');
		return [...steps].map(([path, list]) => [
			element(
				'ol',
				{},
				list.map((step) => element('li', {}, wordsOf(step, rooms))),
			),
			chips(
				toggle(`Save ${baseName(path)}`, 'save-edited', () => this.#actions.save(path)),
				toggle('Save the list of edits', 'save-edits', () => this.#actions.saveEdits(path)),
			),
		]);
	}
}

/** A button that may be pressed in. */
export function toggle(text: string, id: string, onclick: () => void, pressed = false): HTMLElement {
	return button('chip', text, onclick, { id, 'aria-pressed': pressed && 'true' });
}

/** Buttons that take back what was done, and do it again. */
export function undoRow(history: History, { undo, redo }: Pick<EditActions, 'undo' | 'redo'>): HTMLElement {
	return element(
		'div',
		{ class: 'undo' },
		iconButton('undo', 'Undo (Ctrl+Z)', undo, { id: 'undo', disabled: !history.canUndo }),
		iconButton('redo', 'Redo (Ctrl+Y)', redo, { id: 'redo', disabled: !history.canRedo }),
	);
}

/** Which of several layouts is open. */
export function layoutChoice({ layouts, inputs }: OpenedPicture, open: (path: string) => void): Child {
	if (layouts.length < 2) return undefined;
	const choices = options(
		layouts.map((path) => [path, path] as const),
		layouts.findLast((path) => inputs.includes(path)),
	);
	return row('Layout', select({ id: 'layout' }, choices, open));
}

/** Surfaces to choose from, those that can be walked on first. */
export function surfaceOptions(table: SurfaceTable, chosen: string | undefined): HTMLElement[] {
	const known = table.surfaces.filter(
		({ label }, index) => table.surfaces.findIndex((each) => each.label === label) === index,
	);
	const labels = (walkable: boolean) =>
		known.filter(({ id }) => isWalkable(table, id) === walkable).map(({ label }) => [label, label] as const);
	return [
		element('optgroup', { label: 'Walkable' }, options(labels(true), chosen)),
		element('optgroup', { label: 'Blocks' }, options(labels(false), chosen)),
	];
}

function wordsOf(step: EditOptions, rooms: readonly string[]): string {
	const { surface = {}, link = {}, hook = {}, flip = [], delete: gone = [], fill: holes = [] } = step;
	const bySurface = groupBy(Object.entries(surface), ([, label]) => label);
	const faces = (list: readonly string[]): string =>
		`face${list.join() === list[0] && !list[0].includes('-') ? '' : 's'} ${list.join(', ')}`;
	return [
		...[...bySurface].map(([label, pairs]) => `${label}: ${faces(pairs.map(([range]) => range))}`),
		...Object.entries(link).map(
			([edge, to]) => `Edge ${edge} leads ${Number(to) >= 0 ? `to ${rooms[Number(to)] ?? to}` : 'nowhere'}`,
		),
		...Object.entries(hook).map(([name, at]) => `${name} at ${at}`),
		...(flip.length === 0 ? [] : [`Flipped ${faces(flip)}`]),
		...(gone.length === 0 ? [] : [`Deleted ${faces(gone)}`]),
		...holes.map((edge) => `Filled the hole at edge ${edge}`),
	].join('; ');
}
