import type { ObjSource } from '../../../importers/obj/chunks.ts';
import { type ObjOptions, readObjScene } from '../../../importers/obj/read.ts';
import { describeLocation, type Finding, InputError, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { ImportContext, Scene } from '../../../src/scene/scene.ts';

/** What came of reading a file: a scene, or the finding that ended the reading; and everything else that was found. */
export interface Reading {
	readonly scene: Scene | undefined;
	readonly findings: readonly Finding[];
	readonly report: Report;
}

/** Reads a text or its bytes. Anything thrown but an InputError passes through. */
export async function read(
	source: string | ObjSource,
	options: ObjOptions = {},
	context: Partial<ImportContext> = {},
): Promise<Reading> {
	const report = new Report();
	const input = typeof source === 'string' ? new TextEncoder().encode(source) : source;
	try {
		const scene = await readObjScene(input, options, { report, surfaces: K1, mappings: [], name: 'room', ...context });
		return { scene, findings: report.findings, report };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { scene: undefined, findings: [...report.findings, error.finding], report };
	}
}

/** A scene that is there. */
export async function readScene(...args: Parameters<typeof read>): Promise<Scene> {
	const { scene, findings } = await read(...args);
	if (scene === undefined) throw new Error(findings.map((finding) => finding.message).join('\n'));
	return scene;
}

/** Codes that were found, but for the one that says which nodes were taken. */
export function codes({ findings }: Reading): string[] {
	return findings.map((finding) => finding.code).filter((code) => code !== 'NODES_TAKEN');
}

const SECOND: ReadonlySet<string> = new Set(['OBJ_READ_TWICE', 'OBJ_PARSERS_DIFFER', 'OBJ_PARSER_HABIT']);

/** The same reading with the second parser asked, and what was found for that alone. */
export async function readTwice(
	source: string | Uint8Array,
	context: Partial<ImportContext> = {},
): Promise<Reading & { readonly opinion: readonly Finding[] }> {
	const reading = await read(source, { objParser: 'obj-file-parser' }, context);
	const opinion = reading.findings.filter(({ code }) => SECOND.has(code));
	return { ...reading, findings: reading.findings.filter(({ code }) => !SECOND.has(code)), opinion };
}

/** A finding a line, as in golden reports. */
export function reportLines({ findings }: Reading): string {
	return findings
		.map(({ code, severity, message, location: place }) => {
			const where = describeLocation(place);
			return `${where === '' ? '' : `${where}: `}${severity} ${code}: ${message}\n`;
		})
		.join('');
}

/** Corners of all triangles of a scene in order: 9 doubles each. */
export function cornersOf(scene: Scene): number[] {
	return scene.parts.flatMap(({ positions, triangles }) =>
		Array.from(triangles).flatMap((vertex) => Array.from(positions.subarray(vertex * 3, vertex * 3 + 3))),
	);
}
