/**
 * Makes elements of the page. Texts only ever become text: names from files are data, and nothing here reads HTML.
 */

export type Child = Node | string | undefined | false | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;

/**
 * An element with attributes and children. An attribute that is `false` or undefined is left out, one that is a function listens to the event
 * of its name (`onclick`).
 */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener);
		else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
	}
	append(made, children);
	return made;
}

/** Puts children behind those that an element has. */
export function append(parent: Element, child: Child): void {
	if (Array.isArray(child)) for (const each of child) append(parent, each);
	else if (child !== undefined && child !== false) parent.append(child as Node | string);
}

/** Puts other children into an element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
	parent.replaceChildren();
	append(parent, children);
}

/** Fills a panel again, which stays where it was scrolled to, with the focus on the same control. */
export function refill(panel: Element, ...children: readonly Child[]): void {
	const focus = document.activeElement?.id ?? '';
	const scroll = panel.scrollTop;
	fill(panel, children);
	panel.scrollTop = scroll;
	if (focus !== '') document.getElementById(focus)?.focus({ preventScroll: true });
}

/** A paragraph that stands back. */
export function soft(...children: readonly Child[]): HTMLElement {
	return element('p', { class: 'soft' }, children);
}

/** A sample of a colour. */
export function swatch(colour: string): HTMLElement {
	const made = element('span', { class: 'swatch' });
	made.style.background = colour;
	return made;
}

/** A button with words. @param look its class */
export function button(
	look: 'button' | 'button primary' | 'chip' | 'finding' | 'link' | 'tab',
	words: Child,
	onclick: () => void,
	attributes: Attributes = {},
): HTMLButtonElement {
	return element('button', { class: look, type: 'button', onclick, ...attributes }, words);
}

/** Small things in a row, such as buttons. */
export function chips(...children: readonly Child[]): HTMLElement {
	return element('div', { class: 'chips' }, children);
}

/** A box to tick. @param before between the box and its words @param after behind them */
export function check(
	attributes: Attributes & { readonly id: string },
	words: Child,
	set: (on: boolean) => void,
	{ before, after, title }: { readonly before?: Child; readonly after?: Child; readonly title?: string } = {},
): HTMLElement {
	const onchange = ({ target }: Event): void => set((target as HTMLInputElement).checked);
	const box = element('input', { type: 'checkbox', onchange, ...attributes });
	const text = typeof words === 'string' ? element('span', { class: 'grow' }, words) : words;
	return element('label', { class: 'check', title }, box, before, text, after);
}

/** A list to choose from. @param choices options, or groups of them */
export function select(attributes: Attributes, choices: Child, set: (value: string) => void): HTMLSelectElement {
	const onchange = ({ target }: Event): void => set((target as HTMLSelectElement).value);
	return element('select', { onchange, ...attributes }, choices);
}

/** Options with their words. */
export function options<V extends string | number>(
	choices: Iterable<readonly [value: V, words: string]>,
	chosen: V | undefined,
): HTMLOptionElement[] {
	return [...choices].map(([value, words]) => element('option', { value, selected: value === chosen }, words));
}

/** A field to type into. */
export function field(attributes: Attributes, set: (text: string) => void): HTMLInputElement {
	const onchange = ({ target }: Event): void => set((target as HTMLInputElement).value);
	return element('input', { type: 'text', onchange, ...attributes });
}

/** A line of a panel: words, and what they are about. */
export function row(...children: readonly Child[]): HTMLElement {
	return element('label', { class: 'row' }, children);
}

/** The element with an id, which the page has. */
export function byId<T extends HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (found === null) throw new Error(`The page has no element "${id}".`);
	return found as T;
}

/** The item of a list that a key moves to from item `index`, around its ends; undefined for other keys. @param arrows those for back and forward */
export function stepOfKey(
	key: string,
	[back, forward]: readonly [string, string],
	index: number,
	count: number,
): number | undefined {
	const to = { [back]: index - 1, [forward]: index + 1, Home: 0, End: count - 1 }[key];
	return to === undefined ? undefined : (to + count) % count;
}

/** Shapes of 20 by 20, drawn as lines. */
const ICONS = {
	open: 'M3 6v9h14V7H10L8 5H3z',
	save: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16h12',
	compare: 'M3 5h6v10H3zM11 5h6v10h-6z',
	picture: 'M3 5h3l1.5-2h5L14 5h3v11H3zM10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
	help: 'M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.5',
	theme: 'M10 3a7 7 0 1 0 7 7 5.500 5.500 0 0 1-7-7z',
	frame: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M8 8h4v4H8z',
	orbit: 'M10 10m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0M2.500 12c1.500 3 13.500 3 15 0M2.500 8c1.500-3 13.500-3 15 0',
	top: 'M3 3h14v14H3zM3 10h14M10 3v14',
	stand: 'M10 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 7v6M6.500 9.500h7M10 13l-2.500 4.500M10 13l2.500 4.500',
	select: 'M5 3l10 6-4.500 1.200L8.500 15z',
	walk: 'M4 16 10 4l2 5 4 1M4 16h.1',
	route: 'M4 16c0-5 6-3 6-7s5-3 6-6M4 16h.1M16 3h.1',
	measure: 'M3 13 13 3l4 4L7 17zM6 10l2 2M8.500 7.500l2 2M11 5l2 2',
	close: 'M5 5l10 10M15 5 5 15',
	layers: 'M10 3 17 7l-7 4-7-4zM3 11l7 4 7-4',
	facts: 'M10 9v6M10 5.500v.5M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0',
	findings: 'M10 3 18 16H2zM10 8v4M10 14v.3',
	materials: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
	fly: 'M3 10h12M11 6l4 4-4 4',
	fold: 'M4 4h12v12H4zM8 4v12M14 8l-2 2 2 2',
	undo: 'M7 4 4 7l3 3M4 7h8a4 4 0 0 1 0 8H8',
	redo: 'M13 4l3 3-3 3M16 7H8a4 4 0 0 0 0 8h4',
	brush: 'M16 4 9 11M8 11c-2 0-3 1-3 3 0 1-1 2-2 2 3 1 7 0 7-3 0-1-1-2-2-2z',
} as const;
export type IconName = keyof typeof ICONS;

/** A picture without words; what it stands for is said beside it or by a name of its button. */
export function icon(name: IconName): SVGSVGElement {
	return drawing('icon', [{ d: ICONS[name] }]);
}

/** The logo of wokflow. */
export function logo(): SVGSVGElement {
	return drawing('logo', [
		{ d: 'M2 13 10 3l8 10-8 4z', fill: '#277f8e' },
		{ d: 'M10 3v14L2 13z', fill: '#365c8d' },
	]);
}

function drawing(look: string, paths: readonly Readonly<Record<string, string>>[]): SVGSVGElement {
	const made = (tag: 'svg' | 'path', attributes: Readonly<Record<string, string>>): SVGElement => {
		const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
		for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
		return shape;
	};
	const svg = made('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: look }) as SVGSVGElement;
	svg.append(...paths.map((path) => made('path', path)));
	return svg;
}

/** A button with a picture. @param label its name for everybody who does not see the picture */
export function iconButton(
	name: IconName,
	label: string,
	onclick: (event: MouseEvent) => void,
	attributes: Attributes = {},
): HTMLButtonElement {
	return element(
		'button',
		{ type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick, ...attributes },
		icon(name),
	);
}
