import type { DownloadChoice } from '../core/downloads.ts';
import { button, byId, element, fill, icon, iconButton, logo, soft, stepOfKey } from '../page/dom.ts';
import { type CameraMode, PANELS, type Panel, type Store, type Tool } from '../page/state.ts';

/** What the buttons of the bar, the tools and the tabs do. */
export interface BarActions {
	open(): void;
	openFolder(): void;
	downloads(): Promise<readonly DownloadChoice[]>;
	save(choice: DownloadChoice): void;
	picture(): void;
	camera(mode: CameraMode): void;
	frame(): void;
	tool(tool: Tool): void;
	theme(): void;
	help(): void;
	search(text: string): void;
	sheet(name: 'left' | 'right', panel?: Panel): void;
}

const TOOL_LABELS: Readonly<Record<Tool, string>> = {
	select: 'Select a face (V)',
	brush: 'Brush over faces (G)',
	walk: 'Walk straight between two points (B)',
	route: 'Route between two points (R)',
	measure: 'Measure between two points (M)',
};
const CAMERA_LABELS: Readonly<Record<CameraMode, string>> = {
	orbit: 'Orbit (1)',
	top: 'From above (2)',
	stand: 'Stand here: first person (3)',
};

/** The bar along the top, the tools, and on narrow windows the row of panels along the bottom. */
export class Bar {
	readonly #actions: BarActions;
	readonly #title = element('span', { class: 'title' });
	readonly search = element('input', {
		class: 'search',
		type: 'text',
		id: 'search',
		placeholder: matchMedia('(max-width: 860px)').matches ? 'Find' : 'Find room:face, x y, a room, a finding',
		'aria-label': 'Find a room and face, a point, a room by name, or a finding',
		spellcheck: false,
		autocomplete: 'off',
	});
	readonly #menu = element('div', { class: 'sheet', role: 'menu', hidden: true, id: 'save-menu' });
	readonly #save = iconButton('save', 'Save files', () => void this.#toggleMenu(), {
		id: 'save',
		'aria-haspopup': 'menu',
		'aria-expanded': 'false',
	});
	readonly #tools: ReadonlyMap<Tool, HTMLButtonElement>;
	readonly #cameras: ReadonlyMap<CameraMode, HTMLButtonElement>;

	constructor(actions: BarActions) {
		this.#actions = actions;
		this.#cameras = switches('camera', CAMERA_LABELS, actions.camera);
		this.#tools = switches('tool', TOOL_LABELS, actions.tool);
		byId('tools').append(...this.#tools.values());
		this.#fillBar();
		fillTabs(actions);
		this.search.addEventListener('keydown', (event) => {
			if (event.key === 'Enter') actions.search(this.search.value);
			if (event.key === 'Escape') byId('canvas').focus();
			event.stopPropagation();
		});
		this.#menu.addEventListener('keydown', (event) => this.#moveInMenu(event));
		document.addEventListener('click', (event) => {
			if (!(event.target instanceof Node) || !this.#menu.parentElement?.contains(event.target)) this.closeMenu();
		});
	}

	#fillBar(): void {
		const actions = this.#actions;
		const wide = { class: 'icon-button only-wide' };
		fill(
			byId('bar'),
			element('span', { class: 'brand' }, logo(), element('span', {}, 'wokflow')),
			this.#title,
			element('span', { class: 'spread only-wide' }),
			this.search,
			element('span', { class: 'spread only-wide' }),
			element(
				'div',
				{ class: 'group', role: 'group', 'aria-label': 'Camera' },
				...this.#cameras.values(),
				iconButton('frame', 'Show everything (Home)', actions.frame, { id: 'frame' }),
			),
			iconButton('open', 'Open files (Ctrl+O)', actions.open, { id: 'open' }),
			element('div', { class: 'menu' }, this.#save, this.#menu),
			iconButton('picture', 'Save the view as a picture (P)', actions.picture, { id: 'picture', ...wide }),
			iconButton('theme', 'Light or dark (T)', actions.theme, { id: 'theme', ...wide }),
			iconButton('help', 'Keys and help (?)', actions.help, { id: 'show-help', ...wide }),
		);
	}

	/** @param canPaint whether there are faces to brush over */
	show({ state }: Store, title: string, mode: CameraMode, canPaint: boolean): void {
		const brush = this.#tools.get('brush');
		if (brush !== undefined) brush.hidden = !canPaint;
		this.#title.textContent = title;
		this.#title.hidden = title === '';
		for (const [tool, button] of this.#tools) button.setAttribute('aria-pressed', String(state.tool === tool));
		for (const [each, button] of this.#cameras) button.setAttribute('aria-pressed', String(each === mode));
		const sheet = document.body.dataset['sheet'];
		for (const button of byId('tabs').querySelectorAll('button')) {
			const name = button.id.replace('sheet-', '');
			button.setAttribute(
				'aria-pressed',
				String(name === 'left' ? sheet === 'left' : sheet === 'right' && name === state.panel),
			);
		}
	}

	closeMenu(): void {
		this.#menu.hidden = true;
		this.#save.setAttribute('aria-expanded', 'false');
	}

	/** Arrow keys go from one file to the next, Escape closes the menu. */
	#moveInMenu(event: KeyboardEvent): void {
		const items = [...this.#menu.querySelectorAll('button')];
		const now = items.indexOf(document.activeElement as HTMLButtonElement);
		const next = stepOfKey(event.key, ['ArrowUp', 'ArrowDown'], now, items.length);
		if (next !== undefined) items[next]?.focus();
		else if (event.key === 'Escape') {
			this.closeMenu();
			this.#save.focus();
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	async #toggleMenu(): Promise<void> {
		if (!this.#menu.hidden) return this.closeMenu();
		const choices = await this.#actions.downloads();
		const items = choices.map((choice) => {
			const onclick = (): void => {
				this.closeMenu();
				this.#actions.save(choice);
			};
			return element(
				'button',
				{ class: 'choice', role: 'menuitem', type: 'button', id: `save-${choice.id.replace('.', '')}`, onclick },
				choice.label,
				element('code', {}, choice.command),
			);
		});
		fill(this.#menu, items.length > 0 ? items : soft('Open something first.'));
		this.#menu.hidden = false;
		this.#save.setAttribute('aria-expanded', 'true');
		this.#menu.querySelector('button')?.focus();
	}
}

/** Buttons of which one is pressed, by what they switch to. */
function switches<K extends CameraMode | Tool>(
	kind: string,
	labels: Readonly<Record<K, string>>,
	choose: (key: K) => void,
): ReadonlyMap<K, HTMLButtonElement> {
	const keys = Object.keys(labels) as K[];
	return new Map(
		keys.map((key) => [key, iconButton(key, labels[key], () => choose(key), { id: `${kind}-${key}` })] as const),
	);
}

/** The row of panels along the bottom of narrow windows. */
function fillTabs(actions: BarActions): void {
	const tab = (
		text: string,
		symbol: Parameters<typeof icon>[0],
		...[name, panel]: Parameters<BarActions['sheet']>
	): HTMLElement =>
		element(
			'button',
			{ type: 'button', id: `sheet-${panel ?? name}`, onclick: () => actions.sheet(name, panel) },
			icon(symbol),
			element('span', { class: 'name' }, text),
		);
	fill(
		byId('tabs'),
		tab('Layers', 'layers', 'left'),
		tab(PANELS.facts, 'facts', 'right', 'facts'),
		tab(PANELS.findings, 'findings', 'right', 'findings'),
		tab(PANELS.edit, 'materials', 'right', 'edit'),
		tab(PANELS.compare, 'compare', 'right', 'compare'),
	);
}

/** Keys, as the help lists them. */
const KEYS: readonly (readonly [string, string])[] = [
	['1 2 3', 'Orbit, from above, stand'],
	['Arrow keys', 'Turn; in first person, look'],
	['W A S D', 'Move; in first person, walk'],
	['+ −', 'Nearer, farther'],
	['Home', 'Show everything'],
	['F', 'Fly to the selected face'],
	['/', 'Find'],
	['N', 'Next finding'],
	['Shift N', 'Finding before'],
	['V G B R M', 'Select, brush, walk, route, measure'],
	['Ctrl Z, Ctrl Y', 'Undo, redo'],
	['[ ]', 'Fold the panels'],
	['Enter', 'Take the point in the middle'],
	['L', 'Follow the link of the selected face'],
	['C', 'Next colouring'],
	['E', 'Edges of faces'],
	['X', 'Walls'],
	['T', 'Light or dark'],
	['P', 'Save a picture'],
	['Ctrl O', 'Open files'],
	['Esc', 'Let go'],
	['?', 'This list'],
];

export function fillHelp(dialog: HTMLDialogElement): void {
	const keys = KEYS.map(([key, text]) => element('div', {}, element('span', {}, text), element('kbd', {}, key)));
	fill(
		dialog,
		element('h3', { id: 'help-title' }, 'Keys'),
		element('div', { class: 'keys' }, ...keys),
		soft(
			'Drag to turn, drag with the right button or two fingers to move, scroll or pinch to zoom. Everything happens in this page: no file leaves your computer, and the address holds the view, so that a link brings it back.',
		),
		button('button primary', 'Close', () => dialog.close()),
	);
}
