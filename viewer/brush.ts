import type { EditOptions } from '../jobs/edit/remedies.ts';
import type { App } from './app.ts';
import type { Picked } from './core/protocol.ts';
import { type Rgb, rgbOfHex, surfaceRgb } from './scene/colours.ts';

/** Pixels between the points of a stroke where faces are looked for, and between those about one of them. */
const SPACING = 5;
const SPACING_ABOUT = 8;
const FLIPPED: Rgb = rgbOfHex('#0b57d0');
const DELETED: Rgb = rgbOfHex('#c62828');

interface Point {
	readonly x: number;
	readonly y: number;
}

/** Gathers the faces under a stroke, and edits them all at once when it ends. */
export class Brush {
	readonly #app: App;
	readonly #hitAt: (x: number, y: number) => Promise<Picked | undefined>;
	#points: Point[] = [];
	#last: Point | undefined;
	#looking: Promise<void> | undefined;
	/** Faces by room. */
	#faces = new Map<number, Set<number>>();
	#colours = new Map<number, Rgb>();

	constructor(app: App, hitAt: (x: number, y: number) => Promise<Picked | undefined>) {
		this.#app = app;
		this.#hitAt = hitAt;
	}

	get isActive(): boolean {
		return this.#last !== undefined;
	}

	begin(point: Point): void {
		this.cancel();
		this.#add(point);
	}

	move(point: Point): void {
		if (this.#last === undefined) return;
		const { x, y } = this.#last;
		const steps = Math.ceil(Math.hypot(point.x - x, point.y - y) / (SPACING + this.#app.work.edits.radius / 2));
		for (let step = 1; step <= steps; step++)
			this.#add({ x: x + ((point.x - x) * step) / steps, y: y + ((point.y - y) * step) / steps });
	}

	/** Forgets a stroke, as when a second finger comes down to move the view. */
	cancel(): void {
		this.#last = undefined;
		this.#points = [];
		this.#faces = new Map();
		this.#colours = new Map();
		this.#app.stroke = undefined;
	}

	async end(): Promise<void> {
		if (this.#last === undefined) return;
		this.#last = undefined;
		await this.#looking;
		const { brush } = this.#app.work.edits;
		const steps = [...this.#faces].map(([room, faces]) => ({ room, step: stepOf(brush, rangesOf(faces)) }));
		if (steps.length > 0) await this.#app.work.edit(steps);
		this.cancel();
		this.#app.paint();
	}

	#add(point: Point): void {
		this.#last = point;
		this.#points.push(point);
		this.#looking ??= this.#look();
	}

	async #look(): Promise<void> {
		const faces = this.#faces;
		for (let point = this.#points.shift(); point !== undefined; point = this.#points.shift()) {
			for (const [dx, dy] of pointsWithin(this.#app.work.edits.radius)) {
				const hit = await this.#hitAt(point.x + dx, point.y + dy).catch((error) => this.#app.messages.fail(error));
				// The stroke may have been let go in the meantime.
				if (hit !== undefined && hit !== null && faces === this.#faces) this.#take(hit);
			}
		}
		this.#looking = undefined;
	}

	#take({ part, face }: Picked): void {
		const { picture, surfaces } = this.#app.opened ?? {};
		const own = picture?.parts[part];
		if (picture === undefined || surfaces === undefined || own === undefined) return;
		// Doors and placeables of a level are files of their own.
		if (own.kind !== 'room' && picture.parts.some(({ kind }) => kind === 'room')) return;
		const faces = this.#faces.get(own.index) ?? new Set();
		this.#faces.set(own.index, faces.add(face));
		const { brush } = this.#app.work.edits;
		const id = surfaces.surfaces.findIndex(({ label }) => label === brush);
		const rgb = surfaceRgb(surfaces, id, this.#app.store.state.palette);
		this.#colours.set(own.first + face, brush === 'flip' ? FLIPPED : brush === 'delete' ? DELETED : rgb);
		this.#app.stroke = this.#colours;
		this.#app.paint();
	}
}

/** Points of a disc about 0, 0, its middle first; pixels. */
function pointsWithin(radius: number): [x: number, y: number][] {
	const reach = Math.floor(radius / SPACING_ABOUT);
	const along = Array.from({ length: 2 * reach + 1 }, (_, i) => (i - reach) * SPACING_ABOUT);
	const all = along.flatMap((x) => along.map((y): [number, number] => [x, y]));
	const length = ([x, y]: readonly [number, number]): number => Math.hypot(x, y);
	return all.filter((point) => length(point) <= radius).sort((a, b) => length(a) - length(b));
}

function stepOf(brush: string, faces: readonly string[]): EditOptions {
	if (brush === 'flip') return { flip: faces };
	if (brush === 'delete') return { delete: faces };
	return { surface: Object.fromEntries(faces.map((each) => [each, brush])) };
}

/** Numbers as `wokflow edit` takes them: `12`, `14-20`. */
function rangesOf(numbers: Iterable<number>): string[] {
	const ranges: [number, number][] = [];
	for (const number of [...numbers].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last?.[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}
