import type { ViewOptions } from '../../jobs/view-page.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { decimal, grouped } from '../../src/text/numbers.ts';
import type { OpenedPicture } from '../core/protocol.ts';
import { type Child, element, fill } from '../page/dom.ts';
import { layoutChoice, surfaceOptions } from './edit.ts';

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
		fill(this.#panel, layoutChoice(opened, this.#actions.openLayout), ...this.#scene(opened, options));
		if (focus !== undefined && focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
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

/** A row for each material, in the order of the scene: rows stay where they are while somebody decides. @param choose is told a material and the label of its new surface */
function materialTable(
	materials: OpenedPicture['materials'],
	surfaces: SurfaceTable,
	choose: (material: string, surface: string) => void,
): HTMLElement {
	const head = ['Material', 'Faces', 'Surface'].map((name) => element('th', { scope: 'col' }, name));
	const rows = materials.map(({ material, faces, area, surface, unknown }, index) => {
		const name = material === '' ? '(no material)' : material;
		const mark = element('span', { class: unknown ? 'mark warning' : '' }, unknown ? '! ' : '');
		const onchange = ({ target }: Event): void => choose(material, (target as HTMLSelectElement).value);
		const select = element(
			'select',
			{ id: `material-${index}`, onchange, 'aria-label': `Surface of ${name}` },
			...surfaceOptions(surfaces, surfaceLabel(surfaces, surface)),
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
