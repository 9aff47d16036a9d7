import type { PageData, ViewOptions } from '../jobs/view-page.ts';
import type { Finding } from '../src/findings/report.ts';
import type { Vec3 } from '../src/math/vec3.ts';
import { counted, grouped } from '../src/text/numbers.ts';
import { Client } from './client.ts';
import { Comparing } from './comparing.ts';
import { COARSE_FACES } from './core/coarse.ts';
import type { DownloadChoice } from './core/downloads.ts';
import type { ProjectFile, ProjectInit } from './core/project.ts';
import type { Answered, Asked, OpenedPicture, Questions } from './core/protocol.ts';
import { filesOf, saveFile } from './files.ts';
import { Messages } from './messages.ts';
import type { OpenLevel } from './open-level.ts';
import { byId } from './page/dom.ts';
import { hashOf, type Store, type Tool, type ViewState } from './page/state.ts';
import { APPLICABLE, FindingsPanel } from './panels/findings.ts';
import { LayersPanel } from './panels/layers.ts';
import { type Rgb, THEMES, type Theme } from './scene/colours.ts';
import { LevelView } from './scene/level-view.ts';
import { type Label, labelsOf } from './scene/picture-labels.ts';
import type { View } from './scene/view.ts';
import { Work } from './work.ts';

/** Files that are no level themselves but belong to one. */
const COMPANIONS = /\.(?:2da|git|mtl|placements\.json|pth|utd|utp|vis|wokflow\.json)$/i;

/** The state of the page: the files that are open, the level and its findings. */
export class App implements OpenLevel {
	readonly client = new Client();
	readonly messages = new Messages();
	readonly view: View;
	readonly store: Store;
	readonly findings: FindingsPanel;
	readonly #layers: LayersPanel;
	readonly work: Work;
	readonly comparing: Comparing;
	readonly #data: PageData | undefined;
	/** Colours of faces under the brush. */
	stroke: ReadonlyMap<number, Rgb> | undefined;
	/** What the level was opened with. */
	init: ProjectInit | undefined;
	#opened: OpenedPicture | undefined;
	#isPaper = false;
	#level: LevelView | undefined;
	#pieces: { readonly of: Int32Array; readonly count: number } | undefined;
	#deepest = 0;
	/** The level that is being checked. */
	#checking: OpenedPicture | undefined;
	/** Called when a level has been opened, or opened again. */
	onOpened: () => void = () => undefined;
	/** Called after the panels have been filled. */
	onShown: () => void = () => undefined;
	/** Called with the tool that is taken. */
	onTool: (tool: Tool) => void = () => undefined;
	/** Called when first person begins. */
	onStand: () => void = () => undefined;
	/** Further labels to show, besides those of the level. */
	extraLabels: () => readonly Label[] = () => [];

	constructor(view: View, store: Store, data: PageData | undefined) {
		this.view = view;
		this.store = store;
		this.#data = data;
		this.findings = new FindingsPanel(byId('panel-findings'), {
			go: (finding) => this.goToFinding(finding),
			canApply: ({ option, placeholder }) =>
				this.#opened?.hasScene === true && placeholder === undefined && APPLICABLE.includes(option),
			apply: ({ option, value = true }) => void this.reopen({ options: { ...store.state.options, [option]: value } }),
			decide: () => store.set({ panel: 'edit' }),
		});
		this.#layers = new LayersPanel(byId('left'), store);
		this.work = new Work(this, (tool) => this.onTool(tool));
		this.comparing = new Comparing(this);
		store.listen((changed) => void this.#changed(changed));
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
		view.onMoved = () => store.set({ camera: view.cameras.state });
		view.onSlow = (isSlow) => void this.#turnCoarse(isSlow);
	}

	get opened(): OpenedPicture | undefined {
		return this.#opened;
	}

	get level(): LevelView | undefined {
		return this.#level;
	}

	get theme(): Theme {
		return THEMES[this.isDark ? 'dark' : 'light'];
	}

	get isDark(): boolean {
		if (this.#isPaper) return false;
		const { theme } = this.store.state;
		return theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
	}

	/** Opens files. @param keepsView leaves the camera and what is selected where they are */
	async open(init: ProjectInit, keepsView = false): Promise<void> {
		const surfaces = this.#data?.surfaces;
		const whole = {
			...(surfaces === undefined ? {} : { surfaces }),
			...init,
			options: { ...init.options, ...this.store.state.options },
		};
		const done = this.messages.busy(
			`Opening ${init.files.length === 1 ? init.files[0].path : `${grouped(init.files.length)} files`} …`,
		);
		try {
			// Answers come in the order of the questions, so that what is shown last is what the worker has open.
			const opened = await this.client.ask('open', whole);
			this.init = init;
			// What failed before is over.
			byId('failure').hidden = true;
			if (!keepsView) {
				this.messages.say('');
				this.work.clear();
			}
			this.comparing.end();
			const panel = keepsView || (this.#isFirst && this.store.state.panel !== 'facts') ? undefined : 'facts';
			if (panel !== undefined) this.store.set({ panel });
			this.#show(opened, keepsView);
			void this.#check(opened, panel === 'facts');
			await this.work.askDecided(opened, panel !== undefined);
		} catch (error) {
			this.messages.fail(error);
		} finally {
			done();
		}
	}

	/** Opens the same files in another way, or newer ones of the same names. */
	async reopen({ options, ...changes }: Partial<ProjectInit> & { readonly options?: ViewOptions }): Promise<void> {
		if (this.init === undefined) return;
		if (options !== undefined) this.store.set({ options });
		await this.open({ ...this.init, ...changes }, true);
	}

	/**
	 * Adds files that belong to the level, such as path points and surface tables, to those that are open, replacing files of the same name.
	 *
	 * @returns false where nothing is open, or where another file is among them
	 */
	addCompanions(files: readonly ProjectFile[]): boolean {
		if (this.init === undefined || !files.every(({ path }) => COMPANIONS.test(path))) return false;
		const added = new Set(files.map(({ path }) => path.toLowerCase()));
		const others = this.init.files.filter(({ path }) => !added.has(path.toLowerCase()));
		const inputs = this.#opened?.inputs ?? [];
		void this.reopen({ files: [...others, ...files], inputs }).then(() => {
			// Path points that were just added are shown.
			if (files.some(({ path }) => /\.pth$/i.test(path))) this.store.toggle('paths', true);
		});
		return true;
	}

	#show(opened: OpenedPicture, keepsView: boolean): void {
		this.#level?.dispose();
		this.#opened = opened;
		this.#pieces = undefined;
		this.view.cameras.setOrigin(opened.picture.origin);
		this.#level = new LevelView(this.view.scene, opened.picture, this.theme);
		document.body.classList.remove('empty');
		byId('start').hidden = true;
		document.title = `${opened.picture.name || opened.inputs.join(', ')}, wokflow`;
		this.findings.show(opened.findings, true);
		this.onShown();
		this.view.resize();
		const { camera } = this.store.state;
		if (camera !== undefined && (keepsView || this.#isFirst)) this.view.cameras.state = camera;
		else this.view.cameras.frame(opened.picture.min, opened.picture.max, opened.picture.corners);
		this.#isFirst = false;
		this.view.cameras.setPainting(opened.isEditable && this.store.state.tool === 'brush');
		this.work.show(undefined);
		this.applyTheme();
		void this.#ask(new Set(['colouring', 'boxes', 'layers']));
		this.onOpened();
	}
	#isFirst = true;

	/** Checks a level, and shows what is found while it is still the one that is open. @param showsErrors opens the panel of findings where there are any */
	async #check(opened: OpenedPicture, showsErrors: boolean): Promise<void> {
		this.#checking = opened;
		try {
			const found = await this.client.ask('check', undefined);
			if (opened !== this.#opened) return;
			this.findings.show(found, false);
			this.#level?.showLeaks(found);
			const isWrong = found.some(({ severity }) => severity === 'error' || severity === 'fatal');
			// Unless somebody chose another panel, or a face, in the meantime.
			if (showsErrors && isWrong && this.store.state.panel === 'facts' && this.store.state.selected === '')
				this.store.set({ panel: 'findings' });
		} catch (error) {
			if (opened === this.#opened) this.findings.show([...opened.findings], false);
			this.messages.fail(error);
		} finally {
			if (this.#checking === opened) this.#checking = undefined;
		}
		this.paint();
		this.onOpened();
	}

	/** Shows what an address tells, such as that of a link followed in the window of this page. */
	async follow(state: ViewState): Promise<void> {
		const isReadAlike = JSON.stringify(state.options) === JSON.stringify(this.store.state.options);
		this.store.set(state);
		if (!isReadAlike) await this.reopen({});
		else if (state.camera !== undefined && this.#opened !== undefined) this.view.cameras.state = state.camera;
	}

	async #changed(changed: ReadonlySet<keyof ViewState>): Promise<void> {
		const { state } = this.store;
		history.replaceState(null, '', `#${hashOf(state)}`);
		if (changed.has('theme')) this.applyTheme();
		if (changed.has('tool')) {
			this.view.cameras.setPainting(this.#opened?.isEditable === true && state.tool === 'brush');
			this.work.refresh();
		}
		if (changed.has('compare')) this.comparing.arrange();
		if (PAINTED.some((key) => changed.has(key))) {
			this.work.refresh();
			this.paint();
		}
		await this.#ask(changed);
	}

	/** Asks the worker for what is computed only when it is shown: pieces, boxes, path points. */
	async #ask(changed: ReadonlySet<keyof ViewState>): Promise<void> {
		const { state } = this.store;
		const opened = this.#opened;
		if (state.colouring === 'piece' && this.#pieces === undefined && opened !== undefined) {
			const pieces = await this.late('pieces', undefined);
			if (opened !== this.#opened) return;
			this.#pieces = pieces;
			this.paint();
		}
		if (changed.has('boxes') && this.#level !== undefined) {
			if (state.boxes < 0) this.#level.removeLines('boxes');
			else {
				const boxes = await this.late('boxes', state.boxes);
				if (opened !== this.#opened || boxes === undefined) return;
				this.#deepest = boxes.deepest;
				this.#level.showBoxes(boxes);
			}
			this.paint();
		}
		if (changed.has('layers') && state.layers.has('paths') && this.#level !== undefined) {
			const done = this.messages.busy('Looking for path points …');
			const paths = await this.late('paths', undefined);
			done();
			if (opened !== this.#opened || paths === undefined) return;
			this.#level.showPaths(paths);
			const { points, links, groundless, file } = paths;
			const where = file === undefined ? 'as wokflow paths makes them' : `of ${file}`;
			const off = groundless === 0 ? '' : `; ${grouped(groundless)} on no ground`;
			this.messages.say(`${counted(points.length, 'path point')}, ${counted(links.length, 'link')} ${where}${off}`);
			this.paint();
		}
	}

	async late<Q extends keyof Questions>(question: Q, value: Asked<Q>): Promise<Answered<Q> | undefined> {
		return this.client.ask(question, value).catch((error) => {
			this.messages.fail(error);
			return undefined;
		});
	}

	/** Paper is light, whatever the theme is. */
	setPaper(isPaper: boolean): void {
		this.#isPaper = isPaper;
		this.applyTheme();
	}

	applyTheme(): void {
		document.documentElement.dataset['theme'] = this.isDark ? 'dark' : 'light';
		this.view.background = this.theme.background;
		this.paint();
	}

	/** Draws everything as the state says. */
	paint(): void {
		const opened = this.#opened;
		const level = this.#level;
		if (opened === undefined || level === undefined) return;
		const { state } = this.store;
		const painting = {
			state,
			table: opened.surfaces,
			pieces: this.#pieces?.of,
			dark: this.isDark,
			stroke: this.stroke,
		};
		const compared = this.comparing.level;
		const emphasis = compared?.emphasisOf(opened.picture);
		const isScene = this.work.paint();
		level.apply({ ...painting, emphasis }, this.theme, !isScene);
		if (compared === undefined) level.faces.mesh.visible = !isScene;
		compared?.apply(painting, this.theme);
		const findings = { all: this.findings.findings, open: (finding: Finding) => this.openFinding(finding) };
		this.view.labels.set(isScene ? [] : [...labelsOf(opened.picture, state, findings), ...this.extraLabels()]);
		this.#layers.show({ opened, deepest: this.#deepest, pieces: this.#pieces?.count });
		this.view.draw();
	}

	openFinding(finding: Finding): void {
		this.store.set({ panel: 'findings' });
		this.findings.choose(finding);
	}

	goToFinding({ location, message }: Finding): void {
		const { at, room, face } = location;
		this.messages.say(message);
		if (at !== undefined) this.view.cameras.flyTo(at, 5);
		if (face !== undefined && at !== undefined) this.onFace(room, face, at);
	}
	/** Called with the face that a finding is about. */
	onFace: (room: string | undefined, face: number, at: Vec3) => void = () => undefined;

	/** Draws fewer faces while the view turns, on machines that cannot draw all of them fast enough. */
	async #turnCoarse(isSlow: boolean): Promise<void> {
		const level = this.#level;
		if (level === undefined || level.picture.kinds.length < COARSE_FACES || this.comparing.level !== undefined) return;
		if (isSlow && !level.faces.hasCoarse && !this.#isAskingCoarse) {
			this.#isAskingCoarse = true;
			const coarse = await this.late('coarse', undefined);
			this.#isAskingCoarse = false;
			if (coarse !== undefined && this.#level === level) level.faces.addCoarse(coarse);
			return;
		}
		level.faces.showCoarse(isSlow);
	}
	#isAskingCoarse = false;

	async save({ id, label }: DownloadChoice): Promise<void> {
		const done = this.messages.busy(`Making ${label} …`);
		try {
			const { file, findings } = await this.client.ask('download', id);
			if (file === undefined) {
				this.findings.show(findings, false);
				this.store.set({ panel: 'findings' });
				this.messages.say('Nothing was saved: see the findings.');
				return;
			}
			this.messages.save(file.name, file.bytes);
		} catch (error) {
			this.messages.fail(error);
		} finally {
			done();
		}
	}

	async savePicture(): Promise<void> {
		saveFile(`${this.#opened?.picture.name || 'level'}.png`, await this.view.png());
	}

	/** Whether everything is shown that was asked for: nothing is being done or awaited, and the picture stands still. */
	get isAtRest(): boolean {
		return !this.messages.isBusy && this.#checking === undefined && !this.client.isAsking && this.view.isStill;
	}

	/** Takes newer files from the server in place of those that the page came with. */
	async takeData(data: PageData): Promise<void> {
		const files = await filesOf(data.files);
		await this.open({ files, inputs: data.inputs, options: data.options }, true);
	}
}

/** Keys of the state that change the picture. */
const PAINTED: readonly (keyof ViewState)[] = [
	'colouring',
	'palette',
	'patterns',
	'layers',
	'hiddenSurfaces',
	'hiddenRooms',
	'doors',
	'compare',
];
