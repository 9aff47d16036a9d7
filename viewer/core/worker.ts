import { aabbNode } from '../../check/inspect/facts.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { editSteps } from '../../jobs/edit/edit-steps.ts';
import { answer } from '../../level/query/answers.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { pathGraph } from '../../level/query/path-points.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import { refuseForeignScene } from '../../pipeline/read.ts';
import { type Finding, InputError, Report, UsageError } from '../../src/findings/report.ts';
import { bytesSource, pathOrName } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { NONE } from '../../src/tree/tree.ts';
import { coarsePicture } from './coarse.ts';
import { compareLevels } from './compare.ts';
import { bytesOfDecisions, decidedScenes } from './decided.ts';
import { type Download, type DownloadChoice, downloadChoices, makeDownload } from './downloads.ts';
import { FactsFinder } from './facts.ts';
import { drawLevel, type Picture } from './picture.ts';
import { Project, type ProjectInit, withArchived } from './project.ts';
import type { Answered, AnswerMessage, Asked, QuestionMessage, Questions } from './protocol.ts';

/** What is open. */
interface Open {
	readonly project: Project;
	readonly level: Level;
	readonly objects: readonly PlacedObject[];
	readonly storedTrees: Awaited<ReturnType<Project['open']>>['storedTrees'];
	readonly hasScene: boolean;
	readonly made: Map<string, Promise<Download>>;
	/** Without its arrays, which the page has. */
	readonly picture: Pick<Picture, 'parts' | 'origin' | 'min' | 'max'>;
	/** Built when the first question comes: the picture does not wait for it. */
	query?: LevelQuery;
	facts?: FactsFinder;
}

/** Boxes that can still be told apart. */
const MOST_BOXES = 20_000;

async function projectOf(init: ProjectInit): Promise<Project> {
	const report = new Report();
	return new Project({ ...init, files: await withArchived(init.files, createRegistry(), report) }, report);
}

/** Answers the questions of a page. One at a time: what is open stays so while an answer is worked out. */
export class Answerer {
	#open: Open | undefined;

	/** @throws UsageError before anything is open; InputError for files that cannot be read */
	async answer<Q extends keyof Questions>(question: Q, value: Asked<Q>): Promise<Answered<Q>> {
		const answers = this.#answers as {
			[K in keyof Questions]: (value: Asked<K>) => Answered<K> | Promise<Answered<K>>;
		};
		return answers[question](value);
	}

	readonly #answers: { [K in keyof Questions]: (value: Asked<K>) => Answered<K> | Promise<Answered<K>> } = {
		open: async (init) => {
			const project = await projectOf(init);
			if (project.sources.length === 0) {
				const { registry } = project;
				for (const { path, bytes } of project.files)
					refuseForeignScene(bytesSource(bytes, path), project.report.within({ file: path }));
				const known = [...registry.extensions('scene'), ...registry.extensions('walkmeshes')];
				const layouts = registry.layouts.flatMap(({ extensions }) => extensions);
				throw new UsageError(`No file here can be opened. Drop ${[...known, ...layouts].join(' ')} files.`);
			}
			const { level, storedTrees, materials } = await project.open();
			const objects = await project.placed(level);
			const picture = drawLevel(level, objects, project.surfaces);
			const hasScene = materials.length > 0;
			this.#open = {
				project,
				level,
				objects,
				storedTrees,
				hasScene,
				made: new Map(),
				picture: { parts: picture.parts, origin: picture.origin, min: picture.min, max: picture.max },
			};
			const { registry } = project;
			const [first, ...others] = level.rooms;
			return {
				picture,
				inputs: project.inputs,
				layouts: project.files.map(({ path }) => path).filter((path) => registry.layoutFormat(path) !== undefined),
				surfaces: project.surfaces,
				materials,
				findings: project.report.findings,
				hasScene,
				isEditable: !hasScene && level.rooms.some(({ walkmesh }) => walkmesh !== undefined),
				...(first?.walkmesh === undefined || first.walkmesh.kind === 'area' || others.length > 0
					? {}
					: { hooks: first.walkmesh.hooks }),
				rooms: level.rooms.map(({ name }) => name),
			};
		},
		check: async () => {
			const found = await this.#now.project.check();
			// What saving would find is reported now.
			const [main] = this.#choices();
			if (!this.#now.hasScene || main === undefined) return found;
			const known = new Set([...this.#now.project.report.findings, ...found].map(tellingOf));
			const made = await this.#made(main.id).catch((error) => {
				if (error instanceof InputError) return { findings: [error.finding] };
				throw error;
			});
			return [...found, ...made.findings.filter((finding) => !known.has(tellingOf(finding)))];
		},
		pick: ({ from, to, objects }) => {
			const { parts } = this.#now.picture;
			const hits = this.#query.raycast(from, to, { hit: 'all', objects });
			return hits.map(({ room, object, face, point, distance }) => ({
				part: parts.findIndex((part) => isPartOf(part, room, object, this.#now.level)),
				face,
				at: point,
				distance,
			}));
		},
		facts: ({ part, face, at }) => {
			const { kind, index } = this.#now.picture.parts[part];
			const isRoom = kind === 'room' || this.#now.objects.length === 0;
			return this.#facts.of(isRoom ? 'room' : 'object', index, face, at);
		},
		ask: (request) => answer(this.#query, request),
		pieces: () => {
			const { of, count } = this.#facts.pieces();
			return { of, count };
		},
		boxes: (depth) => this.#boxes(depth),
		paths: () => {
			const query = this.#query;
			const read = this.#now.project.pathPoints();
			const points = read?.points ?? pathGraph(query.index).points;
			const links = points.flatMap((point, from) =>
				point.links.filter((to) => to > from).map((to) => [from, to] as const),
			);
			const heights = points.map(({ x, y }) => query.heightAt(x, y));
			return {
				points: points.map(({ x, y }, index): Vec3 => [x, y, heights[index] ?? 0]),
				links,
				groundless: heights.filter((height) => height === undefined).length,
				...(read === undefined ? {} : { file: read.file }),
			};
		},
		coarse: () => coarsePicture(this.#now.level, this.#now.picture),
		downloads: () => this.#choices(),
		download: (id) => this.#made(id),
		decided: () => (this.#now.hasScene ? decidedScenes(this.#now.project, this.#now.picture) : []),
		kept: (proposals) => bytesOfDecisions(proposals),
		edit: async ({ room, step }) => {
			const { project, level } = this.#now;
			const source = await project.walkmeshFile(level.rooms[room]);
			const report = new Report();
			const files = project.roomFiles([WALKMESH_EXTENSIONS.area]);
			const { bytes, others } = await editSteps(
				source,
				[step],
				{ layout: level.layout, files },
				project.context(report),
			);
			return {
				files: [
					{ path: pathOrName(source), bytes, step },
					...others.map(({ path, bytes: other, link }) => ({ path, bytes: other, step: { link } })),
				],
				findings: report.findings,
			};
		},
		compare: async (init) => {
			const { options, surfaces } = this.#now.project;
			const project = await projectOf({ options, surfaces, ...init });
			const { level } = await project.open();
			return {
				picture: drawLevel(level, await project.placed(level), project.surfaces),
				comparison: compareLevels(level, this.#now.level, project.surfaces),
			};
		},
	};

	get #now(): Open {
		if (this.#open === undefined) throw new UsageError('Nothing is open.');
		return this.#open;
	}

	#choices(): DownloadChoice[] {
		const { project, level, objects } = this.#now;
		const shown = [...level.rooms, ...objects].flatMap(({ walkmesh }) => walkmesh ?? []);
		const kinds = [...shown, ...level.objects].map(({ kind }) => kind);
		return downloadChoices(project, new Set(kinds));
	}

	/** A download, made once. */
	#made(id: string): Promise<Download> {
		const { project, made } = this.#now;
		const download = made.get(id) ?? makeDownload(project, id);
		made.set(id, download);
		return download;
	}

	get #query(): LevelQuery {
		const now = this.#now;
		now.query ??= new LevelQuery(now.level, { surfaces: now.project.surfaces, objects: now.objects });
		return now.query;
	}

	get #facts(): FactsFinder {
		const now = this.#now;
		now.facts ??= new FactsFinder(this.#query, now.objects);
		return now.facts;
	}

	#boxes(depth: number): Answered<'boxes'> {
		const { level, storedTrees, picture } = this.#now;
		const lines: number[] = [];
		let deepest = 0;
		let boxes = 0;
		let leftOut = 0;
		for (const [room, { walkmesh }] of level.rooms.entries()) {
			if (walkmesh === undefined || walkmesh.surfaces.length === 0) continue;
			const tree = storedTrees[room] ?? buildAabbTree(walkmesh.positions, walkmesh.faces);
			// A file may hold circles: no node is looked at twice.
			const seen = new Uint8Array(tree.nodeCount);
			const stack = [[0, 0]];
			for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
				const [node, level] = top;
				if (node < 0 || node >= tree.nodeCount || seen[node] === 1) continue;
				seen[node] = 1;
				deepest = Math.max(deepest, level);
				const { min, max, left, right } = aabbNode(tree, node);
				if (level === depth) {
					if (boxes++ < MOST_BOXES) pushBox(min, max, picture.origin, lines);
					else leftOut++;
				}
				if (left !== NONE) stack.push([left, level + 1]);
				if (right !== NONE) stack.push([right, level + 1]);
			}
		}
		return { lines: Float32Array.from(lines), deepest, leftOut };
	}
}

/** What tells findings apart, besides where they are: files are called differently where a level is made. */
function tellingOf({ code, message }: Finding): string {
	return `${code} ${message}`;
}

function isPartOf({ kind, index }: Picture['parts'][number], room: number, object: number, { rooms }: Level): boolean {
	if (room >= 0) return index === room && (kind === 'room' || rooms[room]?.walkmesh?.kind === kind);
	return kind !== 'room' && index === object;
}

/** Corners of a box that an edge joins: those whose numbers differ in one bit. */
const BOX_EDGES = [1, 2, 4].flatMap((bit) =>
	[0, 1, 2, 3, 4, 5, 6, 7].filter((a) => (a & bit) === 0).map((a) => [a, a | bit]),
);

function pushBox(min: Vec3, max: Vec3, origin: Vec3, lines: number[]): void {
	for (const corner of BOX_EDGES.flat())
		for (let axis = 0; axis < 3; axis++) lines.push((corner & (1 << axis) ? max[axis] : min[axis]) - origin[axis]);
}

/** Buffers of an answer, which are handed over and not copied. */
export function buffersOf(value: unknown): ArrayBuffer[] {
	if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
	return [...new Set(Object.values(value).flatMap(buffersOf))];
}

/** Answers a message. */
export async function answerMessage(
	answerer: Answerer,
	{ id, question, value }: QuestionMessage,
): Promise<AnswerMessage> {
	try {
		return { id, answer: await answerer.answer(question, value as never) };
	} catch (error) {
		if (error instanceof InputError) return { id, error: error.finding.message, findings: [error.finding] };
		return { id, error: error instanceof Error ? error.message : String(error), findings: [] };
	}
}
