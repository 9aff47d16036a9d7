import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial, type Scene } from 'three';
import type { ObjectKind } from '../../level/query/placed.ts';
import type { Finding } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { DOOR_STATES } from '../../src/model/walkmesh.ts';
import type { Change } from '../core/compare.ts';
import type { Picture } from '../core/picture.ts';
import type { Answered } from '../core/protocol.ts';
import type { Layer, ViewState } from '../page/state.ts';
import type { Theme } from './colours.ts';
import { crossOf, FaceLayer } from './faces.ts';
import { crossLines, type LineLayer, type LineLook, lineLayer, linePoints, linkArrows } from './lines.ts';
import { type Painting, painterOf } from './painting.ts';

/** What of a theme a layer of lines is drawn in. */
type Ink = Exclude<keyof Theme, 'background' | 'dark'>;

/** Changes that are drawn as lines. */
const CHANGE_INKS = { moved: 'moved', link: 'relinked' } as const;

/** Lines that stand in the scene under a name, and what switches them. */
interface NamedLines {
	readonly layer: LineLayer;
	readonly ink: Ink;
	readonly shownBy?: Layer | undefined;
}

/** A picture in a scene: its faces, its lines, and what is asked of it. */
export class LevelView {
	readonly picture: Picture;
	readonly faces: FaceLayer;
	readonly #scene: Scene;
	readonly #lines = new Map<string, NamedLines>();
	#theme: Theme;
	#highlight: Mesh<BufferGeometry, MeshBasicMaterial> | undefined;

	constructor(scene: Scene, picture: Picture, theme: Theme) {
		this.#scene = scene;
		this.picture = picture;
		this.#theme = theme;
		this.faces = new FaceLayer(picture);
		scene.add(this.faces.mesh);
		const { origin } = picture;
		this.lines('perimeters', picture.perimeters, 'perimeter', { width: 2.5 }, 'perimeters');
		this.lines('linkEdges', picture.linkEdges, 'link', { width: 4, broadest: 0.4 }, 'links');
		this.lines('arrows', linkArrows(picture.links, origin), 'link', { width: 3, broadest: 0.3 }, 'links');
		const crosses = (name: 'hooks' | 'things' | 'places', ink: Ink, size: number, width: number): void => {
			const points = picture[name].map(({ at }) => at);
			this.lines(name, crossLines(points, size, origin), ink, { width, onTop: true }, name);
		};
		crosses('hooks', 'hook', 0.22, 3);
		const shown = picture.things.flatMap(({ lines }) => lines);
		this.lines('thingLines', linePoints(shown, origin), 'place', { width: 3, onTop: true }, 'things');
		crosses('things', 'place', 0.3, 2.5);
		crosses('places', 'place', 0.6, 2);
	}

	/** Puts lines under a name in place of those that were there. @param points less the picture's origin */
	lines(name: string, points: Float32Array, ink: Ink, look: Omit<LineLook, 'colour'>, shownBy?: Layer): void {
		this.removeLines(name);
		const layer = lineLayer(points, { ...look, colour: this.#theme[ink] });
		layer.object.visible = points.length > 0;
		this.#lines.set(name, { layer, ink, shownBy });
		this.#scene.add(layer.object);
	}

	removeLines(name: string): void {
		const known = this.#lines.get(name);
		if (known === undefined) return;
		this.#scene.remove(known.layer.object);
		known.layer.dispose();
		this.#lines.delete(name);
	}

	/** @param all false where only what is named under `paint` is to be seen, as of the other side of a comparison */
	apply(painting: Painting, theme: Theme, all = true): void {
		const { state } = painting;
		this.#theme = theme;
		this.faces.paint(painterOf(this.picture, painting), { wire: state.layers.has('wireframe'), dark: theme.dark });
		if (state.layers.has('normals') && all) this.lines('normals', this.faces.normals(), 'normal', { width: 1.5 });
		else this.removeLines('normals');
		for (const { layer, ink, shownBy } of this.#lines.values()) {
			layer.setColour(theme[ink]);
			if (shownBy !== undefined) layer.object.visible = all && !layer.isEmpty && state.layers.has(shownBy);
		}
	}

	showBoxes({ lines }: Answered<'boxes'>): void {
		this.lines('boxes', lines, 'box', { width: 1.2 });
	}

	showPaths({ points, links }: Answered<'paths'>): void {
		const { origin } = this.picture;
		const lifted = points.map(([x, y, z]): Vec3 => [x, y, z + 0.1]);
		const lines = links.map(([from, to]) => [lifted[from], lifted[to]] as const);
		this.lines('paths', linePoints(lines, origin), 'path', { width: 2, onTop: true }, 'paths');
		this.lines('pathPoints', crossLines(points, 0.25, origin), 'path', { width: 3, onTop: true }, 'paths');
	}

	/** Lines of findings that have some: where ground leaks, and to where. */
	showLeaks(findings: readonly Finding[]): void {
		const points = linePoints(findings.flatMap(leakLines), this.picture.origin);
		this.lines('leaks', points, 'leak', { width: 4, onTop: true, dashed: true }, 'findings');
	}

	showChanges(changes: readonly Change[]): void {
		for (const [kind, ink] of Object.entries(CHANGE_INKS)) {
			const lines = changes.flatMap(({ kind: own, line }) => (own === kind && line !== undefined ? [line] : []));
			this.lines(`changes ${kind}`, linePoints(lines, this.picture.origin), ink, { width: 4, onTop: true });
		}
	}

	clearChanges(): void {
		for (const kind of Object.keys(CHANGE_INKS)) this.removeLines(`changes ${kind}`);
	}

	/** The way that somebody walked, and what is left of it. */
	showWay(points: readonly Vec3[], rest: readonly [Vec3, Vec3] | undefined): void {
		const lift = ([x, y, z]: Vec3): Vec3 => [x, y, z + 0.08];
		const lines = points.slice(1).map((point, index) => [lift(points[index]), lift(point)] as const);
		const { origin } = this.picture;
		this.lines('way', linePoints(lines, origin), 'good', { width: 5, onTop: true });
		this.lines('rest', linePoints(rest === undefined ? [] : [[lift(rest[0]), lift(rest[1])]], origin), 'bad', {
			width: 4,
			onTop: true,
			dashed: true,
		});
	}

	showMeasure(from: Vec3, to: Vec3): void {
		this.lines('way', linePoints([[from, to]], this.picture.origin), 'select', { width: 3, onTop: true });
		this.removeLines('rest');
	}

	clearWay(): void {
		this.removeLines('way');
		this.removeLines('rest');
	}

	/** Marks a face of the picture. */
	highlight(face: number | undefined): void {
		if (this.#highlight !== undefined) {
			this.#scene.remove(this.#highlight);
			this.#highlight.geometry.dispose();
			this.#highlight.material.dispose();
			this.#highlight = undefined;
		}
		this.removeLines('highlight');
		if (face === undefined) return;
		const corners = this.picture.corners.slice(face * 9, face * 9 + 9);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(corners, 3));
		const material = new MeshBasicMaterial({
			color: this.#theme.select,
			transparent: true,
			opacity: 0.45,
			side: DoubleSide,
			depthTest: true,
			polygonOffset: true,
			polygonOffsetFactor: -1,
			polygonOffsetUnits: -1,
		});
		this.#highlight = new Mesh(geometry, material);
		this.#highlight.renderOrder = 2;
		this.#scene.add(this.#highlight);
		const at = (corner: number): number[] => [...corners.subarray(corner * 3, corner * 3 + 3)];
		const outline = [0, 1, 1, 2, 2, 0].flatMap(at);
		this.lines('highlight', Float32Array.from(outline), 'select', { width: 3, onTop: true });
	}

	/** The part and the face of it that a face of the picture is. */
	partOf(face: number): { readonly part: number; readonly face: number } {
		const part = this.picture.parts.findIndex(({ first, count }) => face >= first && face < first + count);
		return { part, face: face - (this.picture.parts[part]?.first ?? 0) };
	}

	dispose(): void {
		this.highlight(undefined);
		for (const name of [...this.#lines.keys()]) this.removeLines(name);
		this.#scene.remove(this.faces.mesh);
		this.faces.dispose();
	}
}

/** The lines that the data of a finding has: points one after another, under `line`, or several such under `lines`. */
function leakLines({ data }: Finding): (readonly [Vec3, Vec3])[] {
	const lines = [data?.['line'], ...(Array.isArray(data?.['lines']) ? data['lines'] : [])];
	return lines.filter(Array.isArray).flatMap((line) => {
		const isPoint = (point: unknown): point is Vec3 =>
			Array.isArray(point) && point.length === 3 && point.every(Number.isFinite);
		const points = (line as unknown[]).filter(isPoint);
		return points.slice(1).map((point, index) => [points[index], point] as const);
	});
}

/** What a state leaves out of the picture is not picked either. */
export function isPickable(view: LevelView, face: number, direction: Vec3): boolean {
	if (!view.faces.isVisible(face)) return false;
	if (view.faces.isGround(face)) return true;
	const [x, y, z] = crossOf(view.picture.corners, face);
	return x * direction[0] + y * direction[1] + z * direction[2] < 0;
}

/** Doors whose state is drawn take part when somebody points. */
export function shownObjects({ layers, doors }: ViewState): ObjectKind[] {
	if (!layers.has('objects')) return [];
	return doors === 'all' ? ['placeable', ...DOOR_STATES] : ['placeable', doors];
}
