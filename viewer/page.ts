import type { PageData } from '../jobs/view-page.ts';
import type { Finding } from '../src/findings/report.ts';
import { App } from './app.ts';
import type { ProjectFile } from './core/project.ts';
import { droppedFiles, filesOf, pageData, pastedFiles, pickedFiles, sampleFiles } from './files.ts';
import { listenToKeys } from './keys.ts';
import { append, button, byId, type Child, element, fill, iconButton, logo, stepOfKey } from './page/dom.ts';
import { PANEL_NAMES, PANELS, Store, stateOfHash, type ViewState } from './page/state.ts';
import { Bar, type BarActions, fillHelp } from './panels/bar.ts';
import { listenToPrinting } from './paper.ts';
import { Pointing } from './pointing.ts';
import { View } from './scene/view.ts';
import { EDITS } from './work.ts';

/** Starts the page: makes its parts, connects them, and opens what the page carries. */
function start(): void {
	const store = new Store(stateOfHash(location.hash));
	document.body.classList.add('empty');
	makeRightPanel(store);
	makePickers();
	const data = pageData();
	const view = new View(byId<HTMLCanvasElement>('canvas'), byId('labels'));
	if (!view.draws) tellUndrawn();
	const app = new App(view, store, data);
	const pointing = new Pointing(app);
	const actions = actionsOf(app, pointing);
	const bar = new Bar(actions);
	fillHelp(byId<HTMLDialogElement>('help'));
	const fitView = (): void => fitBetweenPanels(app);
	const refresh = (): void => {
		bar.show(store, app.opened?.picture.name ?? '', view.cameras.mode, app.opened?.isEditable === true);
		showPanel(store.state.panel, app);
		document.body.dataset['folded'] = store.state.folded;
	};
	store.listen((changed) => {
		refresh();
		if (changed.has('folded')) fitView();
	});
	app.onOpened = () => {
		refresh();
		void pointing.refresh();
	};
	app.onStand = refresh;
	const take: TakeFiles = async (reading, compares) => {
		// Told at once: reading a folder of a slow disk may take long.
		const done = app.messages.busy('Reading files …');
		const files = await reading.catch((error: unknown) => {
			app.messages.fail(error);
			return [];
		});
		if (files.length === 0) return done();
		if (compares && app.opened !== undefined) void app.comparing.start(files);
		else {
			const lists = files.filter(({ path }) => EDITS.test(path));
			const others = files.filter((file) => !lists.includes(file));
			if (others.length > 0 && !app.addCompanions(others)) {
				store.set({ selected: '', points: [], options: {} });
				void app.open({ files: others }).then(() => app.work.replay(lists));
			} else void app.work.replay(lists);
		}
		done();
	};
	listenToDrops(take);
	listenToPickers(take);
	listenToSkipLink(store);
	// No event follows when the page itself replaces its address: this one was typed, pasted or followed.
	addEventListener('hashchange', () => void app.follow(stateOfHash(location.hash)).then(() => pointing.refresh()));
	listenToKeys(app, pointing, actions, () => {
		bar.search.focus();
		bar.search.select();
	});
	fillStart(() => void sampleFiles().then((files) => app.open({ files })));
	new ResizeObserver(fitView).observe(document.body);
	app.onShown = fitView;
	listenToPrinting(app, fitView);
	app.applyTheme();
	refresh();
	// Tests look at what is drawn, and wait until it is, not for a fixed time.
	Object.assign(globalThis, { wokflowPage: { app, view, store } });
	if (data !== undefined) void openCarried(data, app);
	if (data?.changes !== undefined) followChanges(data.changes, app);
}

/** Where the browser draws nothing, says so in place of the picture; everything beside it works. */
function tellUndrawn(): void {
	document.body.classList.add('undrawn');
	const note = byId('undrawn');
	note.textContent =
		'This browser cannot draw in 3D: WebGL 2 is switched off or missing. Facts, findings and conversion work without; a plan is among the downloads.';
	note.hidden = false;
}

/** Takes files that the user picked, dropped or pasted, once they are read: opens them, or compares them with what is open. */
type TakeFiles = (reading: Promise<readonly ProjectFile[]>, compares: boolean) => Promise<void>;

/** Opens the files that the page carries, and compares them with the older version that it carries with `--compare`. */
async function openCarried({ files: carried, compare, inputs, options }: PageData, app: App): Promise<void> {
	const done = app.messages.busy('Reading files …');
	const files = await filesOf(carried).finally(done);
	const own = new Set(compare?.own);
	await app.open({ files: files.filter(({ path }) => !own.has(path)), inputs, options });
	if (compare === undefined) return;
	const older = new Set([...compare.own, ...compare.shared]);
	await app.comparing.start(
		files.filter(({ path }) => older.has(path)),
		compare.inputs,
	);
}

/** The link at the top of the page for users of a keyboard, which leads past the picture to the list of findings. */
function listenToSkipLink(store: Store): void {
	byId('skip').addEventListener('click', (event) => {
		// Following it would overwrite the state of the view, which the address holds.
		event.preventDefault();
		document.body.dataset['sheet'] = 'right';
		store.set({ panel: 'findings' });
		byId('findings-table').focus();
	});
}

/** From this width in pixels on, panels lie beside the picture; in narrower windows they are sheets over it (`page.css` says so, too). */
const WIDE = 861;
/** Pixels between a panel and the picture. */
const PANEL_GAP = 16;

/** Centres the picture in what the panels leave free. */
function fitBetweenPanels({ view, opened }: App): void {
	const isWide = matchMedia(`(min-width: ${WIDE}px)`).matches && opened !== undefined;
	const covered = (id: string): number => (isWide ? byId(id).offsetWidth + PANEL_GAP : 0);
	view.covered = { left: covered('left'), right: covered('right') };
}

function actionsOf(app: App, pointing: Pointing): BarActions {
	const { store, view } = app;
	return {
		open: () => byId('pick-files').click(),
		openFolder: () => byId('pick-folder').click(),
		downloads: async () => (app.opened === undefined ? [] : app.client.ask('downloads', undefined)),
		save: (choice) => void app.save(choice),
		picture: () => void app.savePicture().catch((error) => app.messages.fail(error)),
		camera: (mode) => {
			if (mode === 'stand') void pointing.standInMiddle().catch((error) => app.messages.fail(error));
			else {
				view.cameras.setMode(mode);
				store.set({ camera: view.cameras.state });
			}
		},
		frame: () => {
			const picture = app.opened?.picture;
			if (picture !== undefined) view.cameras.frame(picture.min, picture.max, picture.corners);
		},
		tool: (tool) => pointing.setTool(tool),
		theme: () => store.set({ theme: app.isDark ? 'light' : 'dark' }),
		help: () => byId<HTMLDialogElement>('help').showModal(),
		search: (text) => void pointing.search(text).catch((error) => app.messages.fail(error)),
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
	const tabs = PANEL_NAMES.map((name) =>
		button('tab', PANELS[name], () => store.set({ panel: name }), {
			role: 'tab',
			id: `tab-${name}`,
			'aria-controls': `panel-${name}`,
		}),
	);
	const panels = PANEL_NAMES.map((name) =>
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
			const next = stepOfKey(event.key, ['ArrowLeft', 'ArrowRight'], index, tabs.length);
			if (next === undefined) return;
			event.preventDefault();
			event.stopPropagation();
			const name = PANEL_NAMES[next];
			store.set({ panel: name });
			byId(`tab-${name}`).focus();
		});
	const hide = (): void => {
		failure.hidden = true;
	};
	const failure = element('div', { class: 'notice error', id: 'failure', hidden: true, role: 'alert', onclick: hide });
	fill(
		byId('right'),
		element(
			'div',
			{ class: 'tab-row', role: 'tablist', 'aria-label': 'Facts, findings, conversion, comparison' },
			tabs,
			iconButton('fold', 'Fold the panel (])', () => store.fold('right'), {
				id: 'fold-right',
				class: 'icon-button fold',
			}),
		),
		failure,
		panels,
	);
}

function showPanel(panel: ViewState['panel'], app: App): void {
	for (const name of PANEL_NAMES) {
		const tab = byId(`tab-${name}`);
		tab.setAttribute('aria-selected', String(name === panel));
		// The Tab key reaches the chosen tab only; arrow keys go from there to the others.
		tab.tabIndex = name === panel ? 0 : -1;
		byId(`panel-${name}`).hidden = name !== panel;
		const text = name === 'edit' && app.opened?.hasScene === true ? 'Decide' : PANELS[name];
		const badge = (): Child => name === 'findings' && badgeOf(app.findings.findings);
		fill(tab, text, ' ', badge());
		// Narrow windows show the row along the bottom instead.
		const below = byId(`sheet-${name}`);
		fill(below.querySelector('.name') ?? below, text);
		below.querySelector('.badge')?.remove();
		append(below, badge());
	}
}

/** The number of findings that are no notes, in the colour of the worst. */
function badgeOf(findings: readonly Finding[]): HTMLElement | false {
	const wrong = findings.filter(({ severity }) => severity !== 'info');
	const kind = wrong[0]?.severity === 'warning' ? 'warning' : 'error';
	return (
		wrong.length > 0 && element('span', { class: `badge ${kind}` }, wrong.length > 999 ? '999+' : `${wrong.length}`)
	);
}

const PICKERS = [
	{ id: 'pick-files', label: 'Files to open', webkitdirectory: false, compares: false },
	{ id: 'pick-folder', label: 'Folder to open', webkitdirectory: true, compares: false },
	{ id: 'pick-compare', label: 'Files to compare with', webkitdirectory: false, compares: true },
];

/** Makes the hidden inputs that the browser needs to show its dialogue for choosing files. */
function makePickers(): void {
	for (const { id, label, webkitdirectory } of PICKERS)
		document.body.append(
			element('input', { type: 'file', id, multiple: true, webkitdirectory, hidden: true, 'aria-label': label }),
		);
}

function listenToPickers(take: TakeFiles): void {
	for (const { id, compares } of PICKERS) {
		const input = byId<HTMLInputElement>(id);
		input.addEventListener('change', () => {
			void take(pickedFiles(input.files ?? []), compares).then(() => {
				// Picking the same file again is a change, too.
				input.value = '';
			});
		});
	}
}

function fillStart(trySample: () => void): void {
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
				button('button primary', 'Open files', () => byId('pick-files').click(), { id: 'start-open' }),
				button('button', 'Open a folder', () => byId('pick-folder').click(), { id: 'start-folder' }),
				button('button', 'Try the sample level', trySample, { id: 'start-sample' }),
			),
			element('div', { id: 'start-failure' }),
		),
	);
}

/** Compares files that are dropped on the comparison panel, and opens all others. */
function listenToDrops(take: TakeFiles): void {
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
		if (event.dataTransfer !== null) void take(droppedFiles(event.dataTransfer), compares);
	});
	document.addEventListener('paste', (event) => {
		if (event.clipboardData !== null && !(event.target instanceof HTMLInputElement))
			void take(pastedFiles(event.clipboardData), false);
	});
}

/** How long to wait before a server that does not answer is asked again, in milliseconds. */
const RETRY_AFTER = 2000;

/**
 * Follows a served level: the server answers once a source has changed, with the new data of the page. The camera and the layers stay as they are.
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
				app.messages.say('The server has ended; this is the level as it was.');
				await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
			}
		}
	};
	void ask();
}

start();
