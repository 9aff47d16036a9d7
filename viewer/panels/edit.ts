import type { EditOptions } from '../../jobs/edit/remedies.ts';
import { groupBy } from '../../src/math/arrays.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { baseName } from '../../src/text/paths.ts';
import type { EdgeFacts, FaceFacts } from '../core/facts.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import { type Child, element, fill, iconButton } from '../page/dom.ts';
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
		const focus = document.activeElement?.id;
		const { surfaces, hooks } = opened;
		const isOwn = facts !== undefined && (facts.part === 'room' || hooks !== undefined);
		fill(
			this.#panel,
			layoutChoice(opened, this.#actions.openLayout),
			undoRow(history, this.#actions),
			element('h2', {}, 'Brush'),
			...this.#brushRows(surfaces, isPainting),
			element('h2', {}, 'Face'),
			...(isOwn ? this.#face(opened, facts) : [element('p', { class: 'soft' }, 'Click a face to change it.')]),
			...(hooks === undefined ? [] : this.#hooks(hooks)),
			element('h2', {}, 'Edits'),
			...this.#done(history, opened),
		);
		if (focus !== undefined && focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
	}

	#brushRows(surfaces: SurfaceTable, isPainting: boolean): HTMLElement[] {
		const onchange = ({ target }: Event): void => {
			this.brush = (target as HTMLSelectElement).value;
		};
		const strokes = Object.entries(STROKES).map(([value, text]) =>
			element('option', { value, selected: value === this.brush }, text),
		);
		const onsize = ({ target }: Event): void => {
			this.radius = Number((target as HTMLSelectElement).value);
		};
		const sizes = SIZES.map(([value, text]) => element('option', { value, selected: value === this.radius }, text));
		const row = element(
			'div',
			{ class: 'row' },
			element(
				'select',
				{ id: 'brush', onchange, 'aria-label': 'What the brush does' },
				...surfaceOptions(surfaces, this.brush),
				element('optgroup', { label: 'Faces' }, ...strokes),
			),
			button(isPainting ? 'Put it down' : 'Brush over faces', 'brush-take', () => this.#actions.paint(), isPainting),
		);
		const size = element('select', { id: 'brush-size', onchange: onsize }, ...sizes);
		return [row, element('label', { class: 'row' }, 'Size', size)];
	}

	#face(opened: OpenedPicture, facts: FaceFacts): Child[] {
		const { room, roomIndex, face, label } = facts;
		const edit = (step: EditOptions): void => this.#actions.edit(roomIndex, step);
		const onchange = ({ target }: Event): void => edit({ surface: { [face]: (target as HTMLSelectElement).value } });
		const onboth = ({ target }: Event): void => {
			this.#both = (target as HTMLInputElement).checked;
		};
		const hasRooms = opened.rooms.length > 1;
		return [
			element('h3', {}, `${room}: face ${face}`),
			element(
				'label',
				{ class: 'row' },
				'Surface',
				element('select', { id: 'face-surface', onchange }, ...surfaceOptions(opened.surfaces, label)),
			),
			element(
				'div',
				{ class: 'chips' },
				button('Flip', 'face-flip', () => edit({ flip: [`${face}`] })),
				button('Delete', 'face-delete', () => edit({ delete: [`${face}`] })),
			),
			...facts.edges
				.filter(({ neighbour }) => facts.walkable && facts.part === 'room' && neighbour === null)
				.map((edge) => this.#edge(opened, edge, edit)),
			hasRooms &&
				element(
					'label',
					{ class: 'check' },
					element('input', { type: 'checkbox', id: 'link-both', checked: this.#both, onchange: onboth }),
					element('span', { class: 'grow' }, 'Link the other side, too'),
				),
		];
	}

	/** An edge where ground ends: it leads to a room, or to none. */
	#edge(
		{ rooms }: OpenedPicture,
		{ edge, transition, hole }: EdgeFacts,
		edit: (step: EditOptions) => void,
	): HTMLElement {
		const link = ({ target }: Event): void =>
			edit({
				link: { [edge]: (target as HTMLSelectElement).value },
				...(this.#both && rooms.length > 1 ? { both: true } : {}),
			});
		const target = transition?.room ?? -1;
		const choices = rooms.map((name, index) =>
			element('option', { value: index, selected: index === target }, `to ${name}`),
		);
		const other = target >= rooms.length && element('option', { value: target, selected: true }, `to room ${target}`);
		return element(
			'div',
			{ class: 'row' },
			`Edge ${edge}`,
			element(
				'select',
				{ id: `link-${edge}`, onchange: link, 'aria-label': `Room that edge ${edge} leads to` },
				element('option', { value: 'none', selected: target < 0 }, 'leads nowhere'),
				...(rooms.length > 1 ? choices : []),
				other,
			),
			hole && button('Fill hole', `fill-${edge}`, () => edit({ fill: [`${edge}`] })),
		);
	}

	#hooks(hooks: NonNullable<OpenedPicture['hooks']>): Child[] {
		const rows = Object.entries(hooks).map(([name, point]: [string, Vec3]) => {
			const onchange = ({ target }: Event): void =>
				this.#actions.edit(0, { hook: { [name]: (target as HTMLInputElement).value.replaceAll(' ', '') } });
			const input = element('input', { type: 'text', id: `hook-${name}`, value: point.join(', '), onchange });
			return element('label', { class: 'row hook' }, name, input);
		});
		return [element('h2', {}, 'Use hooks'), ...rows];
	}

	#done({ steps }: History, { rooms }: OpenedPicture): Child[] {
		if (steps.size === 0) return [element('p', { class: 'soft' }, 'Nothing is changed yet.')];
		return [...steps].flatMap(([path, list]) => [
			element('ol', {}, ...list.map((step) => element('li', {}, wordsOf(step, rooms)))),
			element(
				'div',
				{ class: 'chips' },
				button(`Save ${baseName(path)}`, 'save-edited', () => this.#actions.save(path)),
				button('Save the list of edits', 'save-edits', () => this.#actions.saveEdits(path)),
			),
		]);
	}
}

export function button(text: string, id: string, onclick: () => void, pressed = false): HTMLElement {
	return element('button', { class: 'chip', type: 'button', id, onclick, 'aria-pressed': pressed && 'true' }, text);
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
	if (layouts.length < 2) return false;
	const onchange = ({ target }: Event): void => open((target as HTMLSelectElement).value);
	const choices = layouts.map((path) => element('option', { value: path, selected: inputs.includes(path) }, path));
	return element('label', { class: 'row' }, 'Layout', element('select', { id: 'layout', onchange }, ...choices));
}

/** Surfaces to choose from, those that can be walked on first. */
export function surfaceOptions(table: SurfaceTable, chosen: string | undefined): HTMLElement[] {
	const known = table.surfaces.filter(
		({ label }, index) => table.surfaces.findIndex((each) => each.label === label) === index,
	);
	const group = (label: string, walkable: boolean): HTMLElement =>
		element(
			'optgroup',
			{ label },
			...known
				.filter(({ id }) => isWalkable(table, id) === walkable)
				.map((each) => element('option', { value: each.label, selected: each.label === chosen }, each.label)),
		);
	return [group('Walkable', true), group('Blocks', false)];
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
