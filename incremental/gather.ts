import { writeLyt } from '../exporters/lyt/write.ts';
import { writeVis } from '../exporters/vis/write.ts';
import type { LevelTarget } from '../pipeline/config.ts';
import {
	inspectionGlb,
	LEVEL_FILES_DEFAULTS,
	levelReport,
	objectFileName,
	planSvg,
	roomFileName,
	walkmeshBytes,
} from '../pipeline/level-files.ts';
import { Report } from '../src/findings/report.ts';
import type { Level } from '../src/level/level.ts';
import { visibilitySkeleton } from '../src/level/visibility.ts';
import { jsonText } from '../src/text/quote.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type Captured, captured, tell } from './capture.ts';
import { hashValue } from './hash.ts';
import type { JoinedLevel, JoinedMesh } from './join.ts';
import { outputPath } from './split.ts';
import type { Plan } from './targets.ts';

/** The files that say something of the whole level, in the order they are made. */
export type WholeFile = 'lyt' | 'vis' | 'glb' | 'plan' | 'report';

export const WHOLE_FILES: readonly WholeFile[] = ['lyt', 'vis', 'glb', 'plan', 'report'];

const ENDINGS: Readonly<Record<WholeFile, string>> = {
	lyt: 'lyt',
	vis: 'vis',
	glb: 'glb',
	plan: 'svg',
	report: 'report.json',
};

/** Which of them a target wants, and where. */
export function wholeFiles({ out, outputs = {} }: LevelTarget, name: string): { file: WholeFile; path: string }[] {
	const wanted = { ...LEVEL_FILES_DEFAULTS, ...outputs };
	return WHOLE_FILES.filter((file) => wanted[file]).map((file) => ({
		file,
		path: outputPath(out, `${name}.${ENDINGS[file]}`),
	}));
}

/** The path of a room's or object's walkmesh. */
export function walkmeshPath({ out }: LevelTarget, mesh: JoinedMesh): string {
	const head = mesh.patch?.head;
	const isRoom = head === undefined || head.kind === 'area';
	return outputPath(out, isRoom ? roomFileName(mesh.name) : objectFileName(head as Walkmesh));
}

/** The walkmesh file of a room or object, and what deriving it found. */
export function finishMesh(
	{ target }: Plan<LevelTarget>,
	mesh: Walkmesh,
	surfaces: SurfaceTable,
): { bytes: Uint8Array; captured: Captured } {
	const report = new Report();
	const write = target.tree === undefined ? {} : { split: target.tree };
	const bytes = walkmeshBytes(mesh, write, { report, surfaces });
	return { bytes, captured: captured(report) };
}

/** Hash of everything that a finished walkmesh depends on. */
export function finishKey({ target }: Plan<LevelTarget>, hash: string, surfaces: string, version: string): string {
	return hashValue({ step: 'finish', version, hash, surfaces, tree: target.tree ?? null });
}

/** Makes the files of a whole level one after another: the plan shows what was found before it, the report holds everything. */
export class WholeFiles {
	readonly #level: () => Promise<Level>;
	readonly #joined: JoinedLevel;
	readonly #surfaces: SurfaceTable;
	readonly #surfacesKey: string;
	readonly #report: Report;
	readonly #version: string;

	/**
	 * @param level asked for only when a file is made that shows the ground
	 * @param report holds what the steps before found
	 */
	constructor(
		joined: JoinedLevel,
		level: () => Promise<Level>,
		surfaces: { table: SurfaceTable; key: string },
		report: Report,
		version: string,
	) {
		this.#joined = joined;
		this.#level = level;
		this.#surfaces = surfaces.table;
		this.#surfacesKey = surfaces.key;
		this.#report = report;
		this.#version = version;
	}

	/** Hash of everything that the file depends on. */
	keyOf(file: WholeFile): string {
		const { name, layout, links, rooms, objects } = this.#joined;
		const base = { step: file, version: this.#version };
		if (file === 'lyt') return hashValue({ ...base, layout });
		if (file === 'vis') return hashValue({ ...base, layout, links });
		const meshes = [rooms, objects].map((list) => list.map((mesh) => [mesh.name, mesh.hash ?? null]));
		const shown = { ...base, meshes, names: layout.rooms.map(({ model }) => model), surfaces: this.#surfacesKey };
		if (file === 'glb') return hashValue(shown);
		return hashValue({ ...shown, name, found: captured(this.#report) });
	}

	/** The bytes of a file and what making it found, which is not yet told to the report. */
	async make(file: WholeFile): Promise<{ bytes: Uint8Array; captured: Captured }> {
		const { layout, links } = this.#joined;
		const report = new Report();
		let made: string | Uint8Array;
		if (file === 'lyt') made = writeLyt(layout);
		else if (file === 'vis') made = writeVis(visibilitySkeleton(layout, links));
		else if (file === 'glb') made = await inspectionGlb(await this.#level(), { surfaces: this.#surfaces, report });
		else {
			const level = await this.#level();
			const before = new Report();
			tell(captured(this.#report), before);
			const context = { surfaces: this.#surfaces, report: before };
			made = file === 'plan' ? await planSvg(level, context) : `${jsonText(levelReport(level, context), '\t')}\n`;
		}
		return { bytes: typeof made === 'string' ? new TextEncoder().encode(made) : made, captured: captured(report) };
	}
}
