import { editsText, readEdits } from '../jobs/edit/edit-steps.ts';
import type { EditOptions } from '../jobs/edit/remedies.ts';
import { middleOf, type Vec3 } from '../src/math/vec3.ts';
import type { Proposals } from '../src/propose/propose.ts';
import { entriesOf } from '../src/scene/decisions.ts';
import { baseName, stemOf } from '../src/text/paths.ts';
import { UsageError } from '../src/text/quote.ts';
import type { DecidedScene } from './core/decided.ts';
import type { FaceFacts } from './core/facts.ts';
import type { ProjectFile } from './core/project.ts';
import type { OpenedPicture } from './core/protocol.ts';
import type { OpenLevel } from './open-level.ts';
import { byId } from './page/dom.ts';
import { type FileChange, History } from './page/history.ts';
import type { Tool } from './page/state.ts';
import { DecidePanel } from './panels/decide.ts';
import { EditPanel } from './panels/edit.ts';
import { isOfScene, type PickedOfScene, SceneView } from './scene/scene-view.ts';

/** Lists of edits, as `wokflow edit --edits` replays them. */
export const EDITS: RegExp = /\.edits\.json$/i;

/** What is decided of scenes and edited in walkmeshes: changes of files, which are opened again, undone and done again. */
export class Work {
	readonly edits: EditPanel;
	readonly #app: OpenLevel;
	readonly #decide: DecidePanel;
	readonly #history = new History();
	#scenes: readonly DecidedScene[] = [];
	#sceneView: SceneView | undefined;
	/** The face of a scene that was clicked. */
	#chosen: PickedOfScene | undefined;
	#facts: FaceFacts | undefined;
	/** The middle of the face that was selected before the last change. */
	#place: Vec3 | undefined;
	/** Called with the middle of the face that was selected before an edit. */
	onEdited: (at: Vec3) => Promise<void> = async () => undefined;

	/** @param onTool called with the tool that is taken */
	constructor(app: OpenLevel, onTool: (tool: Tool) => void) {
		this.#app = app;
		const both = {
			undo: () => void this.undo(),
			redo: () => void this.redo(),
			openLayout: (path: string) => void app.reopen({ inputs: [path] }),
		};
		this.#decide = new DecidePanel(byId('panel-edit'), app.store, {
			decide: (scene, decisions) => void this.decide(scene, decisions),
			save: (scene) => {
				const { path, proposals } = this.#scenes[scene];
				void app.late('kept', proposals).then((bytes) => bytes && app.messages.save(baseName(path), bytes));
			},
			apply: (options) => void app.reopen({ options }),
			...both,
		});
		this.edits = new EditPanel(byId('panel-edit'), {
			edit: (room, step) => void this.edit([{ room, step }]),
			paint: () => onTool(app.store.state.tool === 'brush' ? 'select' : 'brush'),
			save: (path) => app.messages.save(baseName(path), this.#fileAt(path)?.bytes ?? new Uint8Array()),
			saveEdits: (path) => {
				const text = editsText(this.#history.steps.get(path) ?? []);
				app.messages.save(`${stemOf(baseName(path))}.edits.json`, new TextEncoder().encode(text));
			},
			...both,
		});
	}

	/** Forgets the scenes that were open before, and what was done to files. */
	clear(): void {
		this.#history.clear();
		this.#scenes = [];
		this.#chosen = undefined;
		this.#sceneView?.dispose();
		this.#sceneView = undefined;
	}

	/** Draws the scenes, where they are what is to be seen. @returns whether they are */
	paint(): boolean {
		const { store, theme } = this.#app;
		const proposals = this.#scenes.map((each) => each.proposals);
		this.#sceneView?.paint(store.state, proposals, this.#chosen, theme);
		return this.#sceneView !== undefined && isOfScene(store.state.colouring);
	}

	/** Shows what can be done: to a scene, or to the face of a walkmesh that is selected. */
	show(facts: FaceFacts | undefined): void {
		this.#facts = facts;
		const opened = this.#app.opened;
		if (opened === undefined) return;
		if (opened.hasScene)
			this.#decide.show({ opened, scenes: this.#scenes, history: this.#history, chosen: this.#chosen });
		else this.edits.show(opened, facts, this.#history, this.#app.store.state.tool === 'brush');
	}

	/** Shows it again, after something else was changed. */
	refresh(): void {
		this.show(this.#facts);
	}

	/** Asks what is to be decided of the scenes that are open. @param isNew opens the list where there is something */
	async askDecided(opened: OpenedPicture, isNew: boolean): Promise<void> {
		const scenes = opened.hasScene ? await this.#app.late('decided', undefined) : [];
		if (scenes === undefined || opened !== this.#app.opened) return;
		this.#sceneView?.dispose();
		this.#sceneView = scenes.length === 0 ? undefined : new SceneView(this.#app.view.scene, scenes);
		this.#scenes = scenes;
		if (scenes.length === 0 && isOfScene(this.#app.store.state.colouring))
			this.#app.store.set({ colouring: 'surface' });
		const isOpen = scenes.some(({ proposals }) => entriesOf(proposals).some(({ confirmed }) => !confirmed));
		if (isNew && isOpen) {
			document.body.dataset['sheet'] = 'right';
			const { colouring } = this.#app.store.state;
			this.#app.store.set({ panel: 'edit', ...(colouring === 'surface' ? { colouring: 'material' } : {}) });
			const { min, max, corners } = opened.picture;
			this.#app.view.resize();
			this.#app.view.cameras.frame(min, max, corners);
		}
		this.refresh();
		this.#app.paint();
	}

	/** Chooses what of a scene lies under a pixel. @returns false where no scene is shown */
	chooseInScene(x: number, y: number): boolean {
		if (this.#sceneView === undefined || !isOfScene(this.#app.store.state.colouring)) return false;
		this.#chosen = this.#sceneView.pick(this.#app.view.rayAt(x, y));
		this.#app.store.set({ panel: 'edit' });
		this.refresh();
		this.#app.paint();
		return true;
	}

	/** What of a scene lies under a pixel, in words. */
	sceneLine(x: number, y: number): string | undefined {
		if (!isOfScene(this.#app.store.state.colouring)) return undefined;
		const picked = this.#sceneView?.pick(this.#app.view.rayAt(x, y));
		if (picked === undefined) return undefined;
		const { objectNames, materialNames } = this.#scenes[picked.scene].picture;
		return [objectNames[picked.object].name, materialNames[picked.material]].filter(Boolean).join('  ·  ');
	}

	/** Keeps what was decided of a scene in the file beside it, and makes the level of that. */
	async decide(scene: number, proposals: Proposals): Promise<void> {
		const { path } = this.#scenes[scene];
		// Shown at once; the level follows.
		this.#scenes = this.#scenes.with(scene, { ...this.#scenes[scene], proposals });
		this.refresh();
		const after = await this.#app.late('kept', proposals);
		if (after === undefined) return;
		this.#history.add([{ path, before: this.#fileAt(path)?.bytes, after }]);
		// Options of the command line that opened the page would have the last word.
		if (proposals.frame?.confirmed === true && this.#app.init !== undefined) {
			const { up: _, unit: __, scale: ___, ...options } = this.#app.init.options ?? {};
			this.#app.init = { ...this.#app.init, options };
		}
		await this.#put([{ path, bytes: after }]);
	}

	#fileAt(path: string): ProjectFile | undefined {
		return this.#app.init?.files.find((file) => file.path === path);
	}

	/** Edits walkmeshes of rooms, all of it to be undone at once. */
	async edit(steps: readonly { readonly room: number; readonly step: EditOptions }[]): Promise<void> {
		const done = this.#app.messages.busy('Editing …');
		try {
			const changes: FileChange[] = [];
			for (const each of steps) {
				const { files, findings } = await this.#app.client.ask('edit', each);
				for (const { path, bytes, step } of files)
					changes.push({ path, before: this.#fileAt(path)?.bytes, after: bytes, step });
				for (const { message } of findings) this.#app.messages.say(message);
			}
			this.#history.add(changes);
			await this.#put(changes.map(({ path, after }) => ({ path, bytes: after })));
		} catch (error) {
			this.#app.messages.fail(error);
			// What was chosen is not so.
			this.refresh();
		} finally {
			done();
		}
	}

	/** Replays lists of edits, each on the walkmesh that it is called after, one edit after another as they were made. */
	async replay(lists: readonly ProjectFile[]): Promise<void> {
		for (const { path, bytes } of lists) {
			const stem = baseName(path).replace(EDITS, '').toLowerCase();
			const { rooms = [], inputs = [] } = this.#app.opened ?? {};
			const names = rooms.length > 0 ? rooms : inputs.map((each) => stemOf(baseName(each)));
			const room = names.findIndex((name) => name.toLowerCase() === stem);
			try {
				if (room < 0) throw new UsageError(`${baseName(path)} is about a walkmesh that is not open. Open it, too.`);
				for (const step of readEdits(new TextDecoder().decode(bytes), baseName(path)))
					await this.edit([{ room, step }]);
			} catch (error) {
				this.#app.messages.fail(error);
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
		if (this.#app.init === undefined || changed.length === 0) return;
		// A face that was deleted is selected again once it is back.
		if (this.#facts !== undefined) this.#place = middleOf(this.#facts.corners);
		const place = isGoingBack || this.#facts !== undefined ? this.#place : undefined;
		// Its number may be that of another face then.
		this.#app.store.set({ selected: '' });
		const paths = new Set(changed.map(({ path }) => path));
		const files = this.#app.init.files.filter(({ path }) => !paths.has(path));
		const added = changed.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]));
		// At once, so that what is changed next is not lost on these.
		this.#app.init = { ...this.#app.init, inputs: this.#app.opened?.inputs ?? [], files: [...files, ...added] };
		await this.#app.open(this.#app.init, true);
		if (place !== undefined) await this.onEdited(place);
	}
}
