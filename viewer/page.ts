import type { PageData } from '../pipeline/view-page.ts';
import { App } from './app.ts';
import type { ProjectFile } from './core/project.ts';
import { byId, element, fill } from './dom.ts';
import { droppedFiles, filesOf, pageData, pastedFiles, pickedFiles, sampleFiles } from './files.ts';
import { listenToKeys } from './keys.ts';
import { Bar, type BarActions, fillHelp, logo } from './panels/bar.ts';
import { Pointing } from './pointing.ts';
import { View } from './scene/view.ts';
import { Store, stateOfHash, type ViewState } from './state.ts';

/** Starts the page. */

const PANELS: readonly (readonly [ViewState['panel'], string])[] = [
	['facts', 'Facts'],
	['findings', 'Findings'],
	['convert', 'Convert'],
	['compare', 'Compare'],
];

function start(): void {
	const store = new Store(stateOfHash(location.hash));
	document.body.classList.add('empty');
	makeRightPanel(store);
	makePickers();
	const data = pageData();
	const view = new View(byId<HTMLCanvasElement>('canvas'), byId('labels'));
	const app = new App(view, store, data);
	const pointing = new Pointing(app);
	const actions = actionsOf(app, pointing);
	const bar = new Bar(actions);
	fillHelp(byId<HTMLDialogElement>('help'));
	const refresh = (): void => {
		bar.show(store, app.opened?.picture.name ?? '', view.mode);
		showPanel(store.state.panel, app);
	};
	store.listen(refresh);
	app.onOpened = () => {
		refresh();
		void pointing.refresh();
	};
	app.onStand = refresh;
	const take = (files: readonly ProjectFile[], compares: boolean): void => {
		if (files.length === 0) return;
		if (compares && app.opened !== undefined) void app.compareWith(files);
		else if (!app.addCompanions(files)) {
			store.set({ selected: '', points: [], options: {} });
			void app.open({ files });
		}
	};
	listenToDrops(take);
	for (const [id, compares] of [
		['pick-files', false],
		['pick-folder', false],
		['pick-compare', true],
	] as const) {
		const input = byId<HTMLInputElement>(id);
		input.addEventListener('change', () => {
			void pickedFiles(input.files ?? []).then((files) => {
				take(files, compares);
				input.value = '';
			});
		});
	}
	byId('skip').addEventListener('click', (event) => {
		// The address holds the state of the view.
		event.preventDefault();
		document.body.dataset['sheet'] = 'right';
		store.set({ panel: 'findings' });
		byId('findings-table').focus();
	});
	listenToKeys(app, pointing, actions, () => {
		bar.search.focus();
		bar.search.select();
	});
	fillStart(() => void sampleFiles().then((files) => app.open({ files })));
	const fit = (): void => {
		const isWide = matchMedia('(min-width: 861px)').matches && app.opened !== undefined;
		view.covered = isWide
			? { left: byId('left').offsetWidth + 16, right: byId('right').offsetWidth + 16 }
			: { left: 0, right: 0 };
	};
	new ResizeObserver(fit).observe(document.body);
	app.onShown = fit;
	app.applyTheme();
	refresh();
	// Tests look at what is drawn without waiting for a fixed time.
	Object.assign(globalThis, { wokflowPage: { app, view, store } });
	if (data === undefined) return;
	void filesOf(data.files).then(async (files) => {
		const before = new Set(data.compare);
		await app.open({
			files: files.filter(({ path }) => !before.has(path)),
			inputs: data.inputs,
			options: data.options,
		});
		if (data.compare !== undefined)
			await app.compareWith(
				files.filter(({ path }) => before.has(path)),
				data.compare,
			);
	});
	if (data.changes !== undefined) followChanges(data.changes, app);
}

function actionsOf(app: App, pointing: Pointing): BarActions {
	const { store, view } = app;
	return {
		open: () => byId('pick-files').click(),
		openFolder: () => byId('pick-folder').click(),
		downloads: async () => (app.opened === undefined ? [] : app.client.ask('downloads', undefined)),
		save: (choice) => void app.save(choice),
		picture: () => void app.savePicture().catch((error) => app.fail(error)),
		camera: (mode) => {
			if (mode === 'stand') void pointing.standInMiddle().catch((error) => app.fail(error));
			else {
				view.setMode(mode);
				store.set({ camera: view.cameraState });
			}
		},
		frame: () => {
			const picture = app.opened?.picture;
			if (picture !== undefined) view.frame(picture.min, picture.max, picture.corners);
		},
		tool: (tool) => pointing.setTool(tool),
		theme: () => store.set({ theme: app.isDark ? 'light' : 'dark' }),
		help: () => byId<HTMLDialogElement>('help').showModal(),
		search: (text) => void pointing.search(text).catch((error) => app.fail(error)),
		sheet: (name, panel) => {
			const { dataset } = document.body;
			const isSame = dataset['sheet'] === name && (panel === undefined || store.state.panel === panel);
			dataset['sheet'] = isSame ? '' : name;
			if (panel !== undefined && panel !== store.state.panel) store.set({ panel });
			else store.set({ layers: new Set(store.state.layers) });
		},
	};
}

function makeRightPanel(store: Store): void {
	const tabs = PANELS.map(([name, text]) =>
		element(
			'button',
			{
				class: 'tab',
				type: 'button',
				role: 'tab',
				id: `tab-${name}`,
				'aria-controls': `panel-${name}`,
				onclick: () => store.set({ panel: name }),
			},
			text,
		),
	);
	const panels = PANELS.map(([name]) =>
		element('div', {
			class: 'panel',
			role: 'tabpanel',
			id: `panel-${name}`,
			'aria-labelledby': `tab-${name}`,
			hidden: true,
		}),
	);
	for (const [index, tab] of tabs.entries())
		tab.addEventListener('keydown', (event) => {
			const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
			if (to === undefined) return;
			event.preventDefault();
			event.stopPropagation();
			const [name] = PANELS[(to + tabs.length) % tabs.length];
			store.set({ panel: name });
			byId(`tab-${name}`).focus();
		});
	const failure = element('div', { class: 'notice error', id: 'failure', hidden: true, role: 'alert' });
	fill(
		byId('right'),
		element(
			'div',
			{ class: 'tab-row', role: 'tablist', 'aria-label': 'Facts, findings, conversion, comparison' },
			...tabs,
		),
		failure,
		...panels,
	);
	failure.addEventListener('click', () => {
		failure.hidden = true;
	});
}

function showPanel(panel: ViewState['panel'], app: App): void {
	for (const [name, text] of PANELS) {
		const tab = byId(`tab-${name}`);
		tab.setAttribute('aria-selected', String(name === panel));
		// Tab goes to the chosen one; arrows go from one to the next.
		tab.tabIndex = name === panel ? 0 : -1;
		byId(`panel-${name}`).hidden = name !== panel;
		if (name !== 'findings') continue;
		const { findings } = app.findings;
		const worst = findings.find(({ severity }) => severity !== 'info')?.severity;
		const count = findings.filter(({ severity }) => severity !== 'info').length;
		const badge =
			count > 0 && element('span', { class: `badge ${worst === 'warning' ? 'warning' : 'error'}` }, String(count));
		fill(tab, text, ' ', badge);
	}
}

/** Dialogues of the browser, which need an element each. */
function makePickers(): void {
	const inputs = [
		element('input', { type: 'file', id: 'pick-files', multiple: true, hidden: true, 'aria-label': 'Files to open' }),
		element('input', {
			type: 'file',
			id: 'pick-folder',
			multiple: true,
			webkitdirectory: true,
			hidden: true,
			'aria-label': 'Folder to open',
		}),
		element('input', {
			type: 'file',
			id: 'pick-compare',
			multiple: true,
			hidden: true,
			'aria-label': 'Files to compare with',
		}),
	];
	document.body.append(...inputs);
}

function fillStart(trySample: () => void): void {
	const button = (text: string, id: string, onclick: () => void, primary = false): HTMLElement =>
		element('button', { class: `button${primary ? ' primary' : ''}`, type: 'button', id, onclick }, text);
	fill(
		byId('start'),
		element(
			'div',
			{ class: 'drop' },
			logo(),
			element('h1', {}, 'Drop a level here'),
			element(
				'p',
				{},
				'A modelled level (GLB, glTF, OBJ) or walkmeshes with their layout: it is shown, checked and converted in this page, and no file leaves your computer.',
			),
			element(
				'div',
				{ class: 'actions' },
				button('Open files', 'start-open', () => byId('pick-files').click(), true),
				button('Open a folder', 'start-folder', () => byId('pick-folder').click()),
				button('Try the sample level', 'start-sample', trySample),
			),
			element('div', { id: 'start-failure' }),
		),
	);
}

/** Files that are dropped on the panel that compares are compared, others are opened. */
function listenToDrops(take: (files: readonly ProjectFile[], compares: boolean) => void): void {
	const stop = (event: Event): void => event.preventDefault();
	document.addEventListener('dragover', (event) => {
		stop(event);
		document.body.classList.add('dropping');
	});
	document.addEventListener('dragleave', (event) => {
		if (event.relatedTarget === null) document.body.classList.remove('dropping');
	});
	document.addEventListener('drop', (event) => {
		stop(event);
		document.body.classList.remove('dropping');
		const compares = event.target instanceof Element && event.target.closest('#panel-compare') !== null;
		if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then((files) => take(files, compares));
	});
	document.addEventListener('paste', (event) => {
		if (event.clipboardData !== null && !(event.target instanceof HTMLInputElement))
			void pastedFiles(event.clipboardData).then((files) => take(files, false));
	});
}

start();

/** A server that is gone is asked again after so long, milliseconds. */
const AGAIN = 2000;

/**
 * Follows a served level: the server answers when a source has changed, with the page's data anew. The camera and what is switched on
 * stay as they are.
 */
function followChanges(first: string, app: App): void {
	const ask = async (): Promise<void> => {
		let url = first;
		for (;;) {
			try {
				const response = await fetch(url, { cache: 'no-store' });
				if (response.status === 200) {
					const data = (await response.json()) as PageData;
					url = data.changes ?? url;
					await app.takeData(data);
				} else if (response.status !== 204) throw new Error(`The server answered ${response.status}.`);
			} catch {
				app.say('The server has ended; this is the level as it was.');
				await new Promise((resolve) => setTimeout(resolve, AGAIN));
			}
		}
	};
	void ask();
}
