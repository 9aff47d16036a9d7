import { decimals } from '../../src/text/numbers.ts';
import type { Change, Comparison } from '../core/compare.ts';
import { type Child, element, fill } from '../page/dom.ts';
import { COMPARISONS, type Store, type ViewState } from '../page/state.ts';
import { cssOf, type Rgb, rgbOfHex } from '../scene/colours.ts';

/** Colours of changes; the list names each, so that none depends on colour alone. */
export const CHANGE_COLOURS: Readonly<Record<Change['kind'], Rgb>> = {
	removed: rgbOfHex('#d55e00'),
	added: rgbOfHex('#009e73'),
	resurfaced: rgbOfHex('#0072b2'),
	flipped: rgbOfHex('#cc79a7'),
	moved: rgbOfHex('#e69f00'),
	link: rgbOfHex('#7b3fb3'),
};

const NAMES: Readonly<Record<Change['kind'], string>> = {
	removed: 'Faces removed',
	added: 'Faces added',
	resurfaced: 'Faces resurfaced',
	flipped: 'Faces flipped',
	moved: 'Vertices moved',
	link: 'Links changed',
};

const MODE_NAMES: Readonly<Record<ViewState['compare'], string>> = {
	overlay: 'Overlaid',
	side: 'Side by side',
	before: 'Before',
	after: 'After',
};

export interface CompareActions {
	choose(): void;
	go(change: Change): void;
	end(): void;
}

/** Rows of one kind in one room that are listed. */
const LISTED = 100;

/** How two levels differ. */
export class ComparePanel {
	readonly #panel: HTMLElement;
	readonly #store: Store;
	readonly #actions: CompareActions;

	constructor(panel: HTMLElement, store: Store, actions: CompareActions) {
		this.#panel = panel;
		this.#store = store;
		this.#actions = actions;
	}

	show(comparison: Comparison | undefined, names: readonly string[]): void {
		const choose = element(
			'button',
			{ class: 'button', type: 'button', onclick: () => this.#actions.choose() },
			'Compare with …',
		);
		if (comparison === undefined) {
			fill(
				this.#panel,
				element('h3', {}, 'Compare'),
				element(
					'p',
					{ class: 'soft' },
					'Choose the files of an earlier version, or drop them here. What moved, was resurfaced or linked elsewhere is shown as wokflow diff tells it.',
				),
				choose,
			);
			return;
		}
		const chips = COMPARISONS.map((mode) =>
			element(
				'button',
				{
					class: 'chip',
					type: 'button',
					id: `compare-${mode}`,
					'aria-pressed': String(this.#store.state.compare === mode),
					onclick: () => this.#store.set({ compare: mode }),
				},
				MODE_NAMES[mode],
			),
		);
		fill(
			this.#panel,
			element('h3', {}, comparison.same ? 'No difference' : 'Differences'),
			element('p', { class: 'soft' }, `Compared with ${names.join(', ')}`),
			element('div', { class: 'chips', role: 'group', 'aria-label': 'How to show both' }, ...chips),
			...comparison.onlyA.map((name) => element('p', { class: 'notice' }, `Only before: ${name}`)),
			...comparison.onlyB.map((name) => element('p', { class: 'notice' }, `Only after: ${name}`)),
			...comparison.pairs.filter(({ same }) => !same).flatMap((pair) => this.#pair(pair)),
			element(
				'p',
				{},
				choose,
				' ',
				element('button', { class: 'button', type: 'button', onclick: () => this.#actions.end() }, 'End'),
			),
		);
	}

	#pair({ name, shift, changes, counts }: Comparison['pairs'][number]): Child[] {
		const kinds = Object.keys(NAMES) as Change['kind'][];
		const parts = kinds.flatMap((kind) => {
			const total = counts[kind === 'link' ? 'links' : kind];
			if (total === 0) return [];
			const swatch = element('span', { class: 'swatch' });
			swatch.style.background = cssOf(CHANGE_COLOURS[kind]);
			const own = changes.filter((change) => change.kind === kind);
			const rows = own
				.slice(0, LISTED)
				.map((change) =>
					element(
						'button',
						{ class: 'finding', type: 'button', onclick: () => this.#actions.go(change) },
						change.text,
						element('br'),
						element('code', {}, decimals(change.at, 2)),
					),
				);
			const details = element(
				'details',
				{},
				element(
					'summary',
					{ class: 'row' },
					swatch,
					element('span', { class: 'grow' }, NAMES[kind]),
					element('span', { class: 'number' }, String(total)),
				),
				...rows,
			);
			if (total > LISTED) details.append(element('p', { class: 'soft' }, `${total - LISTED} more not listed`));
			return [details];
		});
		return [
			element('h3', { class: 'room' }, name),
			shift !== undefined && element('p', { class: 'notice' }, `Everything moved by ${decimals(shift, 3)} m`),
			...parts,
		];
	}
}
