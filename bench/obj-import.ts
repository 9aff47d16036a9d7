import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readObjScene } from '../importers/obj/read.ts';
import { Report } from '../src/findings/report.ts';
import { K1 } from '../src/model/surfaces.ts';
import { checksum } from './data.ts';

/**
 * How long an OBJ file of a million triangles takes to become a scene, and how much memory: the scanner beside the package
 * `obj-file-parser` through our adapter and on its own (which then has objects, not a scene).
 *
 * `npx tsx bench/obj-import.ts [thousand triangles] [rounds]` writes the file into a temporary folder, reads it in a process of its own for each
 * reader and round, in turns, and prints milliseconds (first reading and best of the later ones in the same process), the peak
 * of resident memory in the first reading beside that of the process before it, and a checksum of the triangles.
 */

const READERS = ['scanner', 'obj-file-parser', 'obj-file-parser alone'] as const;
type Reader = (typeof READERS)[number];

/** Readings in one process: the first is cold. */
const READINGS = 4;
const CHUNK = 1 << 20;

/** A terrain of quads cut in two, with coordinates of six decimals as exporters write them. */
function writeTerrain(path: string, triangles: number): void {
	const file = openSync(path, 'w');
	const side = Math.ceil(Math.sqrt(triangles / 2));
	let text = 'o terrain_wok\n';
	const flush = (least: number): void => {
		if (text.length < least) return;
		writeSync(file, text);
		text = '';
	};
	for (let i = 0; i < (side + 1) ** 2; i++) {
		const x = i % (side + 1);
		const y = Math.floor(i / (side + 1));
		const z = Math.sin(x / 10) * Math.cos(y / 10) * 2;
		text += `v ${(x * 0.5 - 100).toFixed(6)} ${z.toFixed(6)} ${(y * -0.5 + 100).toFixed(6)}\n`;
		flush(CHUNK);
	}
	text += 'usemtl Grass\n';
	for (let i = 0; i < side * side; i++) {
		const a = Math.floor(i / side) * (side + 1) + (i % side) + 1;
		text += `f ${a} ${a + 1} ${a + side + 2}\nf ${a} ${a + side + 2} ${a + side + 1}\n`;
		flush(CHUNK);
	}
	flush(0);
}

async function read(reader: Reader, path: string): Promise<{ triangles: number; checksum: string }> {
	if (reader === 'obj-file-parser alone') {
		const { default: OBJFile } = await import('obj-file-parser');
		const { models } = new OBJFile(readFileSync(path, 'latin1')).parse();
		const faces = models.flatMap((model) => model.faces);
		return {
			triangles: faces.length,
			checksum: checksum(faces.flatMap((face) => face.vertices.map((v) => v.vertexIndex - 1))),
		};
	}
	const context = { report: new Report(), surfaces: K1, mappings: [], name: 'terrain' };
	const scene = await readObjScene(createReadStream(path, { highWaterMark: CHUNK }), { objParser: reader }, context);
	const [{ triangles }] = scene.parts;
	return { triangles: triangles.length / 3, checksum: checksum(triangles) };
}

async function measure(reader: Reader, path: string): Promise<void> {
	const times: number[] = [];
	let answer = { triangles: 0, checksum: '' };
	const before = process.resourceUsage().maxRSS / 1024;
	let firstPeak = 0;
	for (let reading = 0; reading < READINGS; reading++) {
		const start = performance.now();
		answer = await read(reader, path);
		times.push(performance.now() - start);
		if (reading === 0) firstPeak = process.resourceUsage().maxRSS / 1024;
	}
	console.log(
		JSON.stringify({ cold: times[0], warm: Math.min(...times.slice(1)), before, peak: firstPeak, ...answer }),
	);
}

function compare(thousands: number, rounds: number): void {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-bench-'));
	try {
		const path = join(folder, 'terrain.obj');
		writeTerrain(path, thousands * 1000);
		console.log(
			`${(thousands * 1000).toLocaleString('en')} triangles or more, ${(statSync(path).size / 1e6).toFixed(1)} MB`,
		);
		for (let round = 1; round <= rounds; round++) {
			for (const reader of READERS) {
				const run = execFileSync(process.execPath, [...process.execArgv, import.meta.filename, reader, path], {
					maxBuffer: 1 << 24,
				});
				const { cold, warm, before, peak, triangles, checksum } = JSON.parse(run.toString());
				console.log(
					`${reader.padEnd(22)} cold ${cold.toFixed(0).padStart(6)} ms  warm ${warm.toFixed(0).padStart(6)} ms  ` +
						`peak ${peak.toFixed(0).padStart(5)} MB (${before.toFixed(0)} before)  ${triangles} triangles  ${checksum}`,
				);
			}
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const [first, second] = process.argv.slice(2);
const reader = READERS.find((name) => name === first);
if (reader !== undefined) await measure(reader, second);
else compare(Number(first ?? 1000), Number(second ?? 3));
