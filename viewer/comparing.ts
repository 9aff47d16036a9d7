import type { Vec3 } from '../src/math/vec3.ts';
import type { Comparison } from './core/compare.ts';
import type { Picture } from './core/picture.ts';
import type { ProjectFile } from './core/project.ts';
import type { Answered } from './core/protocol.ts';
import type { OpenLevel } from './open-level.ts';
import { byId } from './page/dom.ts';
import type { ViewState } from './page/state.ts';
import { CHANGE_COLOURS, ComparePanel } from './panels/compare.ts';
import type { Rgb, Theme } from './scene/colours.ts';
import { LevelView } from './scene/level-view.ts';
import type { Emphasis, Painting } from './scene/painting.ts';
import type { View } from './scene/view.ts';

type Mode = ViewState['compare'];

/** The comparison of the open level with an older one, and its panel. */
export class Comparing {
	readonly #app: OpenLevel;
	readonly #panel: ComparePanel;
	#compared: ComparedLevel | undefined;

	constructor(app: OpenLevel) {
		this.#app = app;
		this.#panel = new ComparePanel(byId('panel-compare'), app.store, {
			choose: () => byId('pick-compare').click(),
			go: ({ at }) => app.view.cameras.flyTo(at, 4),
			end: () => this.end(),
		});
		this.#panel.show(undefined, []);
	}

	/** The older level. */
	get level(): ComparedLevel | undefined {
		return this.#compared;
	}

	async start(files: readonly ProjectFile[], inputs?: readonly string[]): Promise<void> {
		const { opened, init: { options } = {}, store, client, messages } = this.#app;
		if (opened === undefined) return;
		const done = messages.busy('Comparing …');
		try {
			const init = {
				files,
				...(inputs === undefined ? {} : { inputs }),
				options: { ...options, ...store.state.options },
			};
			const answer = await client.ask('compare', init);
			this.end();
			const names = (inputs ?? files.map(({ path }) => path)).slice(0, 5);
			this.#compared = new ComparedLevel(this.#app.view, answer, opened.picture.origin, this.#app.theme, names);
			store.set({ panel: 'compare' });
			this.arrange();
		} catch (error) {
			messages.fail(error);
		} finally {
			done();
		}
	}

	end(): void {
		const { view, level } = this.#app;
		this.#compared?.dispose();
		if (this.#compared !== undefined) view.sideBySide = false;
		level?.clearChanges();
		if (level !== undefined) level.faces.mesh.visible = true;
		this.#compared = undefined;
		this.#panel.show(undefined, []);
		this.#app.paint();
	}

	/** Shows both levels as the state says. */
	arrange(): void {
		const compared = this.#compared;
		const { view, level, store } = this.#app;
		if (compared === undefined || level === undefined) return;
		const { compare } = store.state;
		const wasSide = view.sideBySide;
		view.sideBySide = compare === 'side';
		if (wasSide !== view.sideBySide) view.cameras.frame(level.picture.min, level.picture.max, level.picture.corners);
		compared.arrange(compare, level);
		this.#panel.show(compared.comparison, compared.names);
		this.#app.paint();
	}
}

/** The older level that the open one is compared with. */
class ComparedLevel {
	readonly comparison: Comparison;
	/** Names of its files. */
	readonly names: readonly string[];
	readonly #picture: Picture;
	/** Two views, one over the open level and one beside it: a mesh can only be in one scene. */
	readonly #over: LevelView;
	readonly #beside: LevelView;

	/** @param origin that of the open level */
	constructor(
		view: View,
		{ picture, comparison }: Answered<'compare'>,
		origin: Vec3,
		theme: Theme,
		names: readonly string[],
	) {
		this.comparison = comparison;
		this.names = names;
		this.#picture = movedTo(picture, origin);
		this.#over = new LevelView(view.scene, this.#picture, theme);
		this.#beside = new LevelView(view.other, this.#picture, theme);
	}

	dispose(): void {
		this.#over.dispose();
		this.#beside.dispose();
	}

	/** Shows of both levels what a mode is about. @param open the level that is open */
	arrange(mode: Mode, open: LevelView): void {
		this.#over.faces.mesh.visible = mode === 'overlay' || mode === 'before';
		open.faces.mesh.visible = mode !== 'before';
		const changes = this.comparison.pairs.flatMap((pair) => pair.changes);
		open.showChanges(changes);
		this.#beside.showChanges(changes);
	}

	apply(painting: Omit<Painting, 'emphasis'>, theme: Theme): void {
		const mode = painting.state.compare;
		// Where both are drawn over each other, the older level shows only what the open one lacks.
		const emphasis = { colours: this.#changedFaces('a', this.#picture), only: mode === 'overlay' };
		for (const each of [this.#over, this.#beside])
			each.apply({ ...painting, emphasis }, theme, mode === 'before' || mode === 'side');
	}

	/** How the open level is painted. */
	emphasisOf(open: Picture): Emphasis {
		return { colours: this.#changedFaces('b', open), only: false };
	}

	/** Colours of the faces that differ, on the side of this level (a) or of the open one (b). */
	#changedFaces(side: 'a' | 'b', { parts }: Picture): Map<number, Rgb> {
		const colours = new Map<number, Rgb>();
		for (const { a, b, changes } of this.comparison.pairs) {
			const part = parts.find(({ kind, index }) => kind === 'room' && index === (side === 'a' ? a : b));
			if (part === undefined) continue;
			for (const { kind, faceA, faceB } of changes) {
				const face = side === 'a' ? faceA : faceB;
				if (face !== undefined) colours.set(part.first + face, CHANGE_COLOURS[kind]);
			}
		}
		return colours;
	}
}

/** A picture with its arrays relative to another origin. */
function movedTo(picture: Picture, to: Vec3): Picture {
	const by = [0, 1, 2].map((axis) => picture.origin[axis] - to[axis]);
	const move = (points: Float32Array): Float32Array =>
		by.every((value) => value === 0) ? points : points.map((value, index) => value + by[index % 3]);
	const { corners, perimeters, linkEdges } = picture;
	return {
		...picture,
		corners: move(corners),
		perimeters: move(perimeters),
		linkEdges: move(linkEdges),
		origin: to,
	};
}
