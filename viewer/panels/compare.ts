import { decimals } from '../../src/text/numbers.ts';
import type { Change, Comparison } from '../core/compare.ts';
import { button, type Child, element, fill, soft, swatch } from '../page/dom.ts';
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
		const choose = button('button', 'Compare with …', this.#actions.choose);
		if (comparison === undefined) {
			fill(
				this.#panel,
				element('h3', {}, 'Compare'),
				soft(
					'Choose the files of an earlier version, or drop them here. What moved, was resurfaced or linked elsewhere is shown as wokflow diff tells it.',
				),
				choose,
			);
			return;
		}
		const modes = COMPARISONS.map((mode) =>
			button('chip', MODE_NAMES[mode], () => this.#store.set({ compare: mode }), {
				id: `compare-${mode}`,
				'aria-pressed': String(this.#store.state.compare === mode),
			}),
		);
		fill(
			this.#panel,
			element('h3', {}, comparison.same ? 'No difference' : 'Differences'),
			soft(`Compared with ${names.join(', ')}`),
			element('div', { class: 'chips', role: 'group', 'aria-label': 'How to show both' }, modes),
			comparison.onlyA.map((name) => notice(`Only before: ${name}`)),
			comparison.onlyB.map((name) => notice(`Only after: ${name}`)),
			comparison.pairs.filter(({ same }) => !same).map((pair) => this.#pair(pair)),
			element('p', {}, choose, ' ', button('button', 'End', this.#actions.end)),
		);
	}

	#pair({ name, shift, changes, counts }: Comparison['pairs'][number]): Child[] {
		const kinds = Object.keys(NAMES) as Change['kind'][];
		const parts = kinds.map((kind) => {
			const total = counts[kind === 'link' ? 'links' : kind];
			const rows = changes
				.filter((change) => change.kind === kind)
				.slice(0, LISTED)
				.map((change) => {
					const words = [change.text, element('br'), element('code', {}, decimals(change.at, 2))];
					return button('finding', words, () => this.#actions.go(change));
				});
			return (
				total > 0 &&
				element(
					'details',
					{},
					element(
						'summary',
						{ class: 'row' },
						swatch(cssOf(CHANGE_COLOURS[kind])),
						element('span', { class: 'grow' }, NAMES[kind]),
						element('span', { class: 'number' }, String(total)),
					),
					rows,
					total > LISTED && soft(`${total - LISTED} more not listed`),
				)
			);
		});
		return [
			element('h3', { class: 'room' }, name),
			shift !== undefined && notice(`Everything moved by ${decimals(shift, 3)} m`),
			parts,
		];
	}
}

function notice(text: string): HTMLElement {
	return element('p', { class: 'notice' }, text);
}
