import { editsText, readEdits } from '../jobs/edit/edit-steps.ts';
import type { EditOptions } from '../jobs/edit/remedies.ts';
import type { PageData, ViewOptions } from '../jobs/view-page.ts';
import type { Finding, OptionAction } from '../src/findings/report.ts';
import { middleOf, type Vec3 } from '../src/math/vec3.ts';
import type { Proposals } from '../src/propose/propose.ts';
import { entriesOf } from '../src/scene/decisions.ts';
import { counted, grouped } from '../src/text/numbers.ts';
import { baseName, stemOf } from '../src/text/paths.ts';
import { UsageError } from '../src/text/quote.ts';
import { Client, QuestionError } from './client.ts';
import { ComparedLevel } from './compared-level.ts';
import { COARSE_FACES } from './core/coarse.ts';
import type { DecidedScene } from './core/decided.ts';
import type { DownloadChoice } from './core/downloads.ts';
import type { FaceFacts } from './core/facts.ts';
import type { ProjectFile, ProjectInit } from './core/project.ts';
import type { Answered, Asked, OpenedPicture, Questions } from './core/protocol.ts';
import { filesOf, saveFile } from './files.ts';
import { byId, element, fill } from './page/dom.ts';
import { type FileChange, History } from './page/history.ts';
import { hashOf, type Store, type Tool, type ViewState } from './page/state.ts';
import { ComparePanel } from './panels/compare.ts';
import { DecidePanel } from './panels/decide.ts';
import { EditPanel } from './panels/edit.ts';
import { APPLICABLE, FindingsPanel } from './panels/findings.ts';
import { LayersPanel } from './panels/layers.ts';
import { type Rgb, THEMES, type Theme } from './scene/colours.ts';
import { LevelView } from './scene/level-view.ts';
import type { Label } from './scene/picture-labels.ts';
import { labelsOf } from './scene/picture-labels.ts';
import { isOfScene, type PickedOfScene, SceneView } from './scene/scene-view.ts';
import type { View } from './scene/view.ts';

/** Files that are no level themselves but belong to one. */
const COMPANIONS = /\.(?:2da|git|mtl|placements\.json|pth|utd|utp|vis|wokflow\.json)$/i;

/** Lists of edits, as `wokflow edit --edits` replays them. */
export const EDITS: RegExp = /\.edits\.json$/i;

/** The state of the page: the files that are open, the level, its findings, and a comparison. */
export class App {
	readonly client = new Client();
	readonly view: View;
	readonly store: Store;
	readonly findings: FindingsPanel;
	readonly #layers: LayersPanel;
	readonly #decide: DecidePanel;
	#scenes: readonly DecidedScene[] = [];
	#sceneView: SceneView | undefined;
	/** The face of a scene that was clicked. */
	#chosen: PickedOfScene | undefined;
	readonly #compare: ComparePanel;
	readonly #data: PageData | undefined;
	readonly edits: EditPanel;
	readonly #history = new History();
	#facts: FaceFacts | undefined;
	/** Colours of faces under the brush. */
	stroke: ReadonlyMap<number, Rgb> | undefined;
	#init: ProjectInit | undefined;
	#opened: OpenedPicture | undefined;
	#isPaper = false;
	#level: LevelView | undefined;
	#compared: ComparedLevel | undefined;
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
			apply: (action) => this.#applyAction(action),
			decide: () => store.set({ panel: 'edit' }),
		});
		this.#layers = new LayersPanel(byId('left'), store);
		this.#decide = new DecidePanel(byId('panel-edit'), store, {
			decide: (scene, decisions) => void this.decide(scene, decisions),
			save: (scene) => {
				const { path, proposals } = this.#scenes[scene];
				void this.#late('kept', proposals).then((bytes) => bytes && this.#saveBytes(baseName(path), bytes));
			},
			apply: (options) => void this.reopen({ options }),
			undo: () => void this.undo(),
			redo: () => void this.redo(),
			openLayout: (path) => void this.reopen({ inputs: [path] }),
		});
		this.edits = new EditPanel(byId('panel-edit'), {
			edit: (room, step) => void this.edit([{ room, step }]),
			undo: () => void this.undo(),
			redo: () => void this.redo(),
			paint: () => this.onTool(store.state.tool === 'brush' ? 'select' : 'brush'),
			save: (path) => this.#saveBytes(baseName(path), this.#fileAt(path)?.bytes ?? new Uint8Array()),
			saveEdits: (path) => {
				const text = editsText(this.#history.steps.get(path) ?? []);
				this.#saveBytes(`${stemOf(baseName(path))}.edits.json`, new TextEncoder().encode(text));
			},
			openLayout: (path) => void this.reopen({ inputs: [path] }),
		});
		this.#compare = new ComparePanel(byId('panel-compare'), store, {
			choose: () => byId('pick-compare').click(),
			go: ({ at }) => view.cameras.flyTo(at, 4),
			end: () => this.endComparison(),
		});
		store.listen((changed) => void this.#changed(changed));
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
		view.onMoved = () => store.set({ camera: view.cameras.state });
		view.onSlow = (isSlow) => void this.#turnCoarse(isSlow);
		this.#compare.show(undefined, []);
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
		const done = this.busy(
			`Opening ${init.files.length === 1 ? init.files[0].path : `${grouped(init.files.length)} files`} …`,
		);
		try {
			// Answers come in the order of the questions, so that what is shown last is what the worker has open.
			const opened = await this.client.ask('open', whole);
			this.#init = init;
			// What failed before is over.
			byId('failure').hidden = true;
			if (!keepsView) this.#history.clear();
			this.endComparison();
			const panel = keepsView || (this.#isFirst && this.store.state.panel !== 'facts') ? undefined : 'facts';
			if (panel !== undefined) this.store.set({ panel });
			this.#show(opened, keepsView);
			void this.#check(opened, panel === 'facts');
			await this.#askDecided(opened, panel !== undefined);
		} catch (error) {
			this.fail(error);
		} finally {
			done();
		}
	}

	/** Opens the same files in another way, or newer ones of the same names. */
	async reopen({ options, ...changes }: Partial<ProjectInit> & { readonly options?: ViewOptions }): Promise<void> {
		if (this.#init === undefined) return;
		if (options !== undefined) this.store.set({ options });
		await this.open({ ...this.#init, ...changes }, true);
	}

	/**
	 * Adds files that belong to the level, such as path points and surface tables, to those that are open, replacing files of the same name.
	 *
	 * @returns false where nothing is open, or where another file is among them
	 */
	addCompanions(files: readonly ProjectFile[]): boolean {
		if (this.#init === undefined || !files.every(({ path }) => COMPANIONS.test(path))) return false;
		const added = new Set(files.map(({ path }) => path.toLowerCase()));
		const others = this.#init.files.filter(({ path }) => !added.has(path.toLowerCase()));
		const inputs = this.#opened?.inputs ?? [];
		void this.reopen({ files: [...others, ...files], inputs }).then(() => {
			// Path points that were just added are shown.
			if (files.some(({ path }) => /\.pth$/i.test(path))) this.store.toggle('paths', true);
		});
		return true;
	}

	#applyAction({ option, value = true }: OptionAction): void {
		void this.reopen({ options: { ...this.store.state.options, [option]: value } });
	}

	#show(opened: OpenedPicture, keepsView: boolean): void {
		this.#level?.dispose();
		this.#opened = opened;
		if (!keepsView) {
			this.#scenes = [];
			this.#chosen = undefined;
			this.#sceneView?.dispose();
			this.#sceneView = undefined;
		}
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
		this.showWork(undefined);
		this.applyTheme();
		void this.#ask(new Set(['colouring', 'boxes', 'layers']));
		this.onOpened();
	}
	#isFirst = true;

	/** Shows what can be done: to a scene, or to the face of a walkmesh that is selected. */
	showWork(facts: FaceFacts | undefined): void {
		this.#facts = facts;
		const opened = this.#opened;
		if (opened === undefined) return;
		if (opened.hasScene)
			this.#decide.show({ opened, scenes: this.#scenes, history: this.#history, chosen: this.#chosen });
		else this.edits.show(opened, facts, this.#history, this.store.state.tool === 'brush');
	}

	/** Asks what is to be decided of the scenes that are open. @param isNew opens the list where there is something */
	async #askDecided(opened: OpenedPicture, isNew: boolean): Promise<void> {
		const scenes = opened.hasScene ? await this.#late('decided', undefined) : [];
		if (scenes === undefined || opened !== this.#opened) return;
		this.#sceneView?.dispose();
		this.#sceneView = scenes.length === 0 ? undefined : new SceneView(this.view.scene, scenes);
		this.#scenes = scenes;
		if (scenes.length === 0 && isOfScene(this.store.state.colouring)) this.store.set({ colouring: 'surface' });
		const isOpen = scenes.some(({ proposals }) => entriesOf(proposals).some(({ confirmed }) => !confirmed));
		if (isNew && isOpen) {
			document.body.dataset['sheet'] = 'right';
			const { colouring } = this.store.state;
			this.store.set({ panel: 'edit', ...(colouring === 'surface' ? { colouring: 'material' } : {}) });
			const { min, max, corners } = opened.picture;
			this.view.resize();
			this.view.cameras.frame(min, max, corners);
		}
		this.showWork(this.#facts);
		this.paint();
	}

	/** Chooses what of a scene lies under a pixel. @returns false where no scene is shown */
	chooseInScene(x: number, y: number): boolean {
		if (this.#sceneView === undefined || !isOfScene(this.store.state.colouring)) return false;
		this.#chosen = this.#sceneView.pick(this.view.rayAt(x, y));
		this.store.set({ panel: 'edit' });
		this.showWork(this.#facts);
		this.paint();
		return true;
	}

	/** What of a scene lies under a pixel, in words. */
	sceneLine(x: number, y: number): string | undefined {
		if (!isOfScene(this.store.state.colouring)) return undefined;
		const picked = this.#sceneView?.pick(this.view.rayAt(x, y));
		if (picked === undefined) return undefined;
		const { objectNames, materialNames } = this.#scenes[picked.scene].picture;
		return [objectNames[picked.object].name, materialNames[picked.material]].filter(Boolean).join('  ·  ');
	}

	/** Keeps what was decided of a scene in the file beside it, and makes the level of that. */
	async decide(scene: number, proposals: Proposals): Promise<void> {
		const { path } = this.#scenes[scene];
		// Shown at once; the level follows.
		this.#scenes = this.#scenes.with(scene, { ...this.#scenes[scene], proposals });
		this.showWork(this.#facts);
		const after = await this.#late('kept', proposals);
		if (after === undefined) return;
		this.#history.add([{ path, before: this.#fileAt(path)?.bytes, after }]);
		// Options of the command line that opened the page would have the last word.
		if (proposals.frame?.confirmed === true && this.#init !== undefined) {
			const { up: _, unit: __, scale: ___, ...options } = this.#init.options ?? {};
			this.#init = { ...this.#init, options };
		}
		await this.#put([{ path, bytes: after }]);
	}

	// Editing

	#fileAt(path: string): ProjectFile | undefined {
		return this.#init?.files.find((file) => file.path === path);
	}

	/** Edits walkmeshes of rooms, all of it to be undone at once. */
	async edit(steps: readonly { readonly room: number; readonly step: EditOptions }[]): Promise<void> {
		const done = this.busy('Editing …');
		try {
			const changes: FileChange[] = [];
			for (const each of steps) {
				const { files, findings } = await this.client.ask('edit', each);
				for (const { path, bytes, step } of files)
					changes.push({ path, before: this.#fileAt(path)?.bytes, after: bytes, step });
				for (const { message } of findings) this.say(message);
			}
			this.#history.add(changes);
			await this.#put(changes.map(({ path, after }) => ({ path, bytes: after })));
		} catch (error) {
			this.fail(error);
			// What was chosen is not so.
			this.showWork(this.#facts);
		} finally {
			done();
		}
	}

	/** Replays lists of edits, each on the walkmesh that it is called after, one edit after another as they were made. */
	async replay(lists: readonly ProjectFile[]): Promise<void> {
		for (const { path, bytes } of lists) {
			const stem = baseName(path).replace(EDITS, '').toLowerCase();
			const { rooms = [], inputs = [] } = this.#opened ?? {};
			const names = rooms.length > 0 ? rooms : inputs.map((each) => stemOf(baseName(each)));
			const room = names.findIndex((name) => name.toLowerCase() === stem);
			try {
				if (room < 0) throw new UsageError(`${baseName(path)} is about a walkmesh that is not open. Open it, too.`);
				for (const step of readEdits(new TextDecoder().decode(bytes), baseName(path)))
					await this.edit([{ room, step }]);
			} catch (error) {
				this.fail(error);
			}
		}
	}

	async undo(): Promise<void> {
		await this.#put(this.#history.undo(), true);
	}

	async redo(): Promise<void> {
		await this.#put(this.#history.redo(), true);
	}

	/** Opens the level with other bytes for some files; without bytes a file goes. What is selected stays so, under the number that it has then. */
	async #put(
		changed: readonly { readonly path: string; readonly bytes: Uint8Array | undefined }[],
		isGoingBack = false,
	): Promise<void> {
		if (this.#init === undefined || changed.length === 0) return;
		// A face that was deleted is selected again once it is back.
		if (this.#facts !== undefined) this.#place = middleOf(this.#facts.corners);
		const place = isGoingBack || this.#facts !== undefined ? this.#place : undefined;
		// Its number may be that of another face then.
		this.store.set({ selected: '' });
		const paths = new Set(changed.map(({ path }) => path));
		const files = this.#init.files.filter(({ path }) => !paths.has(path));
		const added = changed.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]));
		// At once, so that what is changed next is not lost on these.
		this.#init = { ...this.#init, inputs: this.#opened?.inputs ?? [], files: [...files, ...added] };
		await this.open(this.#init, true);
		if (place !== undefined) await this.onEdited(place);
	}
	/** The middle of the face that was selected before the last change. */
	#place: Vec3 | undefined;
	/** Called with the middle of the face that was selected before an edit. */
	onEdited: (at: Vec3) => Promise<void> = async () => undefined;

	#saveBytes(name: string, bytes: Uint8Array): void {
		saveFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
		this.say(`Saved ${name}, ${grouped(bytes.length)} bytes`);
	}

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
			this.fail(error);
		} finally {
			if (this.#checking === opened) this.#checking = undefined;
		}
		this.paint();
		this.onOpened();
	}

	get isChecking(): boolean {
		return this.#checking !== undefined;
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
			this.showWork(this.#facts);
		}
		if (changed.has('compare')) this.#arrangeComparison();
		if (PAINTED.some((key) => changed.has(key))) {
			this.showWork(this.#facts);
			this.paint();
		}
		await this.#ask(changed);
	}

	/** Asks the worker for what is computed only when it is shown: pieces, boxes, path points. */
	async #ask(changed: ReadonlySet<keyof ViewState>): Promise<void> {
		const { state } = this.store;
		const opened = this.#opened;
		if (state.colouring === 'piece' && this.#pieces === undefined && opened !== undefined) {
			const pieces = await this.#late('pieces', undefined);
			if (opened !== this.#opened) return;
			this.#pieces = pieces;
			this.paint();
		}
		if (changed.has('boxes') && this.#level !== undefined) {
			if (state.boxes < 0) this.#level.removeLines('boxes');
			else {
				const boxes = await this.#late('boxes', state.boxes);
				if (opened !== this.#opened || boxes === undefined) return;
				this.#deepest = boxes.deepest;
				this.#level.showBoxes(boxes);
			}
			this.paint();
		}
		if (changed.has('layers') && state.layers.has('paths') && this.#level !== undefined) {
			const done = this.busy('Looking for path points …');
			const paths = await this.#late('paths', undefined);
			done();
			if (opened !== this.#opened || paths === undefined) return;
			this.#level.showPaths(paths);
			const { points, links, groundless, file } = paths;
			const where = file === undefined ? 'as wokflow paths makes them' : `of ${file}`;
			const off = groundless === 0 ? '' : `; ${grouped(groundless)} on no ground`;
			this.say(`${counted(points.length, 'path point')}, ${counted(links.length, 'link')} ${where}${off}`);
			this.paint();
		}
	}

	async #late<Q extends keyof Questions>(question: Q, value: Asked<Q>): Promise<Answered<Q> | undefined> {
		return this.client.ask(question, value).catch((error) => {
			this.fail(error);
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
		const compared = this.#compared;
		const emphasis = compared?.emphasisOf(opened.picture);
		const isScene = this.#sceneView !== undefined && isOfScene(state.colouring);
		level.apply({ ...painting, emphasis }, this.theme, !isScene);
		if (compared === undefined) level.faces.mesh.visible = !isScene;
		const proposals = this.#scenes.map((each) => each.proposals);
		this.#sceneView?.paint(state, proposals, this.#chosen, this.theme);
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
		this.say(message);
		if (at !== undefined) this.view.cameras.flyTo(at, 5);
		if (face !== undefined && at !== undefined) this.onFace(room, face, at);
	}
	/** Called with the face that a finding is about. */
	onFace: (room: string | undefined, face: number, at: Vec3) => void = () => undefined;

	/** Draws fewer faces while the view turns, on machines that cannot draw all of them fast enough. */
	async #turnCoarse(isSlow: boolean): Promise<void> {
		const level = this.#level;
		if (level === undefined || level.picture.kinds.length < COARSE_FACES || this.#compared !== undefined) return;
		if (isSlow && !level.faces.hasCoarse && !this.#isAskingCoarse) {
			this.#isAskingCoarse = true;
			const coarse = await this.#late('coarse', undefined);
			this.#isAskingCoarse = false;
			if (coarse !== undefined && this.#level === level) level.faces.addCoarse(coarse);
			return;
		}
		level.faces.showCoarse(isSlow);
	}
	#isAskingCoarse = false;

	// Comparing

	async compareWith(files: readonly ProjectFile[], inputs?: readonly string[]): Promise<void> {
		if (this.#opened === undefined) return;
		const done = this.busy('Comparing …');
		try {
			const init = {
				files,
				...(inputs === undefined ? {} : { inputs }),
				options: { ...this.#init?.options, ...this.store.state.options },
			};
			const answer = await this.client.ask('compare', init);
			this.endComparison();
			const names = (inputs ?? files.map(({ path }) => path)).slice(0, 5);
			this.#compared = new ComparedLevel(this.view, answer, this.#opened.picture.origin, this.theme, names);
			this.store.set({ panel: 'compare' });
			this.#arrangeComparison();
		} catch (error) {
			this.fail(error);
		} finally {
			done();
		}
	}

	endComparison(): void {
		this.#compared?.dispose();
		if (this.#compared !== undefined) this.view.sideBySide = false;
		this.#level?.clearChanges();
		if (this.#level !== undefined) this.#level.faces.mesh.visible = true;
		this.#compared = undefined;
		this.#compare.show(undefined, []);
		this.paint();
	}

	#arrangeComparison(): void {
		const compared = this.#compared;
		if (compared === undefined || this.#level === undefined) return;
		const { compare } = this.store.state;
		const wasSide = this.view.sideBySide;
		this.view.sideBySide = compare === 'side';
		if (wasSide !== this.view.sideBySide)
			this.view.cameras.frame(this.#level.picture.min, this.#level.picture.max, this.#level.picture.corners);
		compared.arrange(compare, this.#level);
		this.#compare.show(compared.comparison, compared.names);
		this.paint();
	}

	// Saving

	async save({ id, label }: DownloadChoice): Promise<void> {
		const done = this.busy(`Making ${label} …`);
		try {
			const { file, findings } = await this.client.ask('download', id);
			if (file === undefined) {
				this.findings.show(findings, false);
				this.store.set({ panel: 'findings' });
				this.say('Nothing was saved: see the findings.');
				return;
			}
			this.#saveBytes(file.name, file.bytes);
		} catch (error) {
			this.fail(error);
		} finally {
			done();
		}
	}

	async savePicture(): Promise<void> {
		saveFile(`${this.#opened?.picture.name || 'level'}.png`, await this.view.png());
	}

	/** Whether everything is shown that was asked for: nothing is being done or awaited, and the picture stands still. */
	get isAtRest(): boolean {
		return this.#tasks.length === 0 && !this.isChecking && !this.client.isAsking && this.view.isStill;
	}

	// Messages

	/**
	 * Says what is being done, until it is done or something else is begun.
	 *
	 * @returns what to call once it is done
	 */
	busy(text: string): () => void {
		const task = { text };
		const show = (): void => {
			const latest = this.#tasks.at(-1);
			byId('busy').hidden = latest === undefined;
			document.body.classList.toggle('busy', latest !== undefined);
			byId('busy-text').textContent = latest?.text ?? '';
		};
		this.#tasks.push(task);
		show();
		return () => {
			this.#tasks = this.#tasks.filter((other) => other !== task);
			show();
		};
	}
	#tasks: { readonly text: string }[] = [];

	say(text: string): void {
		byId('status').textContent = text;
	}

	/** Shows an error: in the panel when a level is open, or else where files are dropped. */
	fail(error: unknown): void {
		const file = error instanceof QuestionError ? error.findings[0]?.location.file : undefined;
		const said = error instanceof Error ? error.message : String(error);
		const message = file === undefined ? said : `${file}: ${said}`;
		const notes = error instanceof QuestionError ? error.findings.map(({ help }) => help) : [];
		this.say(message);
		fill(
			byId('failure'),
			element('p', {}, message),
			...notes.filter((note) => note !== '').map((note) => element('p', { class: 'soft' }, note)),
		);
		byId('failure').hidden = false;
		if (this.#opened === undefined)
			fill(
				byId('start-failure'),
				element('div', { class: 'notice error', role: 'alert' }, [message, ...notes].join(' ')),
			);
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
