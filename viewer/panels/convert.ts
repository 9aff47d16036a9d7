import type { ViewOptions } from '../../jobs/view-page.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { decimal, grouped } from '../../src/text/numbers.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import { type Child, element, fill } from '../page/dom.ts';

export interface ConvertActions {
	/** Opens the files anew with these options. */
	apply(options: ViewOptions): void;
	/** Opens another layout of the files. */
	openLayout(path: string): void;
}

const AXES = [
	['', 'Y (assumed)'],
	['y', 'Y'],
	['z', 'Z'],
	['x', 'X'],
] as const;
const UNITS = [
	['', 'Metres (assumed)'],
	['m', 'Metres'],
	['cm', 'Centimetres'],
	['mm', 'Millimetres'],
	['in', 'Inches'],
	['ft', 'Feet'],
] as const;

/** How a scene becomes walkmeshes: axis, unit, seams, and which surface each material is. */
export class ConvertPanel {
	readonly #panel: HTMLElement;
	readonly #actions: ConvertActions;

	constructor(panel: HTMLElement, actions: ConvertActions) {
		this.#panel = panel;
		this.#actions = actions;
	}

	show(opened: OpenedPicture, options: ViewOptions): void {
		const focus = document.activeElement?.id;
		fill(this.#panel, ...this.#layouts(opened), ...(opened.hasScene ? this.#scene(opened, options) : [walkmeshNote()]));
		if (focus !== undefined && focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
	}

	#layouts({ layouts, inputs }: OpenedPicture): Child[] {
		if (layouts.length < 2) return [];
		const onchange = ({ target }: Event): void => this.#actions.openLayout((target as HTMLSelectElement).value);
		const choices = layouts.map((path) => element('option', { value: path, selected: inputs.includes(path) }, path));
		return [element('label', { class: 'row' }, 'Layout', element('select', { id: 'layout', onchange }, ...choices))];
	}

	#scene({ materials, surfaces }: OpenedPicture, options: ViewOptions): Child[] {
		const set = (patch: Partial<Record<keyof ViewOptions, unknown>>): void => {
			const next = Object.entries({ ...options, ...patch }).filter(([, value]) => value !== undefined && value !== '');
			this.#actions.apply(Object.fromEntries(next) as ViewOptions);
		};
		const unknown = materials.filter((use) => use.unknown).length;
		return [
			element('h2', {}, 'Scene'),
			choice('up', 'Up axis', AXES, options.up ?? '', (up) => set({ up })),
			choice('unit', 'Unit', UNITS, options.unit ?? '', (unit) => set({ unit })),
			metres('snap', 'Snap seams within', options.snap, (snap) => set({ snap })),
			check('fix-t-junctions', 'Fix T-junctions', options.fixTJunctions === true, (on) =>
				set({ fixTJunctions: on ? true : undefined }),
			),
			element('h2', {}, 'Materials'),
			unknown > 0 &&
				element(
					'p',
					{ class: 'notice' },
					`${grouped(unknown)} ${unknown === 1 ? 'material names' : 'materials name'} no surface. Choose one for each.`,
				),
			materialTable(materials, surfaces, (material, surface) =>
				set({ surface: { ...options.surface, [material]: surface } }),
			),
			Object.keys(options).length > 0 &&
				element(
					'p',
					{},
					element(
						'button',
						{ class: 'button', type: 'button', onclick: () => this.#actions.apply({}) },
						'Forget all of this',
					),
				),
		];
	}
}

function walkmeshNote(): HTMLElement {
	return element(
		'p',
		{ class: 'soft' },
		'These are walkmeshes: they are shown as they are. Axis, unit and materials can be chosen for glTF, GLB and OBJ scenes.',
	);
}

/** A row for each material, those that name no surface first. @param choose is told a material and the label of its new surface */
function materialTable(
	materials: OpenedPicture['materials'],
	surfaces: SurfaceTable,
	choose: (material: string, surface: string) => void,
): HTMLElement {
	const head = ['Material', 'Faces', 'Surface'].map((name) => element('th', { scope: 'col' }, name));
	const rows = materials
		.toSorted((a, b) => Number(b.unknown) - Number(a.unknown))
		.map(({ material, faces, area, surface, unknown }, index) => {
			const name = material === '' ? '(no material)' : material;
			const mark = element('span', { class: unknown ? 'mark warning' : '' }, unknown ? '! ' : '');
			const onchange = ({ target }: Event): void => choose(material, (target as HTMLSelectElement).value);
			const select = element(
				'select',
				{ id: `material-${index}`, onchange, 'aria-label': `Surface of ${name}` },
				...surfaceOptions(surfaces, surface),
			);
			return element(
				'tr',
				{},
				element('td', { title: name }, mark, name),
				element('td', { class: 'number', title: `${decimal(area, 2)} m²` }, grouped(faces)),
				element('td', {}, select),
			);
		});
	return element(
		'table',
		{ 'aria-label': 'Materials and their surfaces', id: 'materials' },
		element('thead', {}, element('tr', {}, ...head)),
		element('tbody', {}, ...rows),
	);
}

function surfaceOptions(table: SurfaceTable, chosen: number): HTMLElement[] {
	const known = table.surfaces.filter(
		({ label }, index) => table.surfaces.findIndex((each) => each.label === label) === index,
	);
	const option = ({ id, label }: (typeof known)[number]): HTMLElement =>
		element('option', { value: label, selected: id === chosen }, label);
	const group = (label: string, walkable: boolean): HTMLElement =>
		element('optgroup', { label }, ...known.filter(({ id }) => isWalkable(table, id) === walkable).map(option));
	return [group('Walkable', true), group('Blocks', false)];
}

function choice(
	id: string,
	label: string,
	choices: readonly (readonly [string, string])[],
	value: string,
	set: (value: string) => void,
): HTMLElement {
	const onchange = ({ target }: Event): void => set((target as HTMLSelectElement).value);
	const options = choices.map(([key, text]) => element('option', { value: key, selected: key === value }, text));
	return element('label', { class: 'row' }, label, element('select', { id: `convert-${id}`, onchange }, ...options));
}

function metres(
	id: string,
	label: string,
	value: number | undefined,
	set: (value: number | undefined) => void,
): HTMLElement {
	const onchange = ({ target }: Event): void => {
		const typed = (target as HTMLInputElement).valueAsNumber;
		set(Number.isFinite(typed) && typed > 0 ? typed : undefined);
	};
	const input = element('input', {
		id: `convert-${id}`,
		type: 'number',
		min: 0,
		max: 1,
		step: 0.01,
		value,
		placeholder: '0 m',
		onchange,
	});
	return element('label', { class: 'row' }, label, input);
}

function check(id: string, label: string, checked: boolean, set: (on: boolean) => void): HTMLElement {
	const onchange = ({ target }: Event): void => set((target as HTMLInputElement).checked);
	return element(
		'label',
		{ class: 'check' },
		element('input', { id: `convert-${id}`, type: 'checkbox', checked, onchange }),
		element('span', { class: 'grow' }, label),
	);
}
