import { encodeBwm } from '../../exporters/bwm/index.ts';
import { type Archive, type NewEntry, readEntry } from '../../game/archives/archive.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { erfWriter, rimWriter } from '../../game/archives/write-archive.ts';
import { readGff } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import type { ConvertBytesOptions } from '../../jobs/convert-in-memory.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { readVis } from '../../level/formats/read-vis.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { readSurfaceTable, readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { InputError, Report, UsageError } from '../../src/findings/report.ts';
import { memorySource } from '../../src/formats/contracts.ts';
import { isWalkable, K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { faultsOfBwm } from '../reference/bwm.ts';
import { generator } from '../support/mutate.ts';
import { AREA_READERS } from './area-files.ts';
import type { Random, Sample } from './random.ts';
import { SUBJECTS } from './subjects.ts';
import { type Made, WRITTEN_READERS } from './written-files.ts';

export type Outcome = 'read' | 'refused';

/** Something that must never happen; anything else that is thrown, but for refused input, is one too. */
class Violation extends Error {
	override readonly name = 'Violation';
}

/** The input of a seed. */
async function sampleOf(reader: string, seed: number): Promise<{ sample: Sample; random: Random }> {
	let salted = seed >>> 0;
	for (const letter of reader) salted = Math.imul(salted ^ letter.charCodeAt(0), 0x01000193) >>> 0;
	const random = generator(salted);
	return { sample: await SUBJECTS[reader](random), random };
}

/**
 * Reads one input, makes something of it, and reads that back.
 *
 * @throws Violation, or whatever went wrong
 */
export async function runCase(reader: string, seed: number): Promise<Outcome> {
	const { sample, random } = await sampleOf(reader, seed);
	try {
		const make = WRITTEN_READERS[reader] ?? AREA_READERS[reader];
		const read = DOCUMENTS[reader];
		if (make !== undefined) await checkMade(await make(sample));
		else if (read !== undefined) await read(sample);
		else await convertAndBack(sample, random);
		return 'read';
	} catch (error) {
		// What people write for wokflow is refused as a wrong use, as options are.
		const isRefused =
			error instanceof InputError || (WRITTEN_READERS[reader] !== undefined && error instanceof UsageError);
		if (!isRefused) throw error;
		checkFindings(error.message);
		return 'refused';
	}
}

/** Documents of one value: what was read is written, and what was written is read as the same. */
const DOCUMENTS: Readonly<Record<string, (sample: Sample) => void | Promise<void>>> = {
	lyt: ({ bytes }) => writtenAndBack(bytes, writeLyt, readLyt),
	vis: ({ bytes }) => writtenAndBack(bytes, writeVis, readVis),
	'2da': ({ bytes }) => void readSurfaceTable(bytes),
	gff: ({ bytes }) => writtenAndBack(bytes, writeGff, readGff),
	erf: (sample) => archiveAndBack(sample, erfWriter.change),
	rim: (sample) => archiveAndBack(sample, rimWriter.change),
	key: (sample) => archiveAndBack(sample),
};

/** What an archive lists can be read, and one without faults is written as it was. */
async function archiveAndBack(
	{ bytes, beside = {} }: Sample,
	change?: (archive: Archive, entries: readonly NewEntry[]) => Promise<Uint8Array>,
): Promise<void> {
	const report = new Report();
	const openPart = async (name: string) => (beside[name] === undefined ? undefined : memorySource(beside[name]));
	const archive = await readArchive(memorySource(bytes), { report, openPart });
	checkFindings(...report.findings.map(({ message }) => message));
	for (const entry of archive.entries) {
		const { length } = await readEntry(archive, entry);
		if (length !== entry.size) throw new Violation(`an entry of ${entry.size} bytes has ${length}`);
	}
	if (change === undefined) return;
	if (report.findings.length === 0 && !same(await change(archive, []), bytes))
		throw new Violation('an archive that nothing is changed in is written as another');
	const added: NewEntry = { name: 'added', type: 2016, bytes: Uint8Array.of(1, 2, 3) };
	let written: Uint8Array;
	try {
		written = await change(archive, [added]);
	} catch (error) {
		// What lists two entries of one name, say, is refused by name.
		if (error instanceof UsageError) return;
		throw error;
	}
	const again = await readArchive(memorySource(written));
	const found = again.entries.find(({ name, type }) => name.toLowerCase() === 'added' && type === 2016);
	if (found === undefined || !same(await readEntry(again, found), added.bytes))
		throw new Violation('what was added to an archive is not in it');
	if (again.entries.length < archive.entries.length) throw new Violation('an archive lost entries when one was added');
}

/** What a document of faults becomes may have them still. */
function writtenAndBack<T>(
	given: Uint8Array,
	write: (value: T) => Uint8Array,
	read: (bytes: Uint8Array, report: Report) => T,
): void {
	const first = new Report();
	const value = read(given, first);
	let bytes: Uint8Array;
	try {
		bytes = write(value);
	} catch (error) {
		// A value that a file cannot hold, such as an empty name, is refused by name.
		if (error instanceof RangeError || (error as Error).name === 'UsageError') return;
		throw error;
	}
	const report = new Report();
	const again = write(read(bytes, report));
	if (report.failed && !first.failed)
		throw new Violation(`what was written is not read: ${report.findings[0].message}`);
	if (Buffer.compare(bytes, again) !== 0) throw new Violation('what was written is read as something else');
}

const OUTPUTS = ['.wok', '.wok', '.wok', '.pwk', '.dwk', '.wok.ascii', '.obj', '.glb', '.gltf', '.svg'];

async function convertAndBack({ fileName, bytes, beside = {} }: Sample, random: Random): Promise<void> {
	const extension = OUTPUTS[Math.floor(random() * OUTPUTS.length)];
	const name = fileName.replace(/\..*$/, '');
	const options: ConvertBytesOptions = {
		...(random() < 0.3 ? { surface: { '*': 'Stone' } } : {}),
		...(random() < 0.2 ? { tree: 'median' as const } : {}),
		...(random() < 0.2 ? { fixTJunctions: true, orient: 'flip' as const } : {}),
		...(fileName.endsWith('.obj') && random() < 0.2 ? { objParser: 'obj-file-parser' as const } : {}),
		...(fileName.endsWith('.ascii') && random() < 0.7
			? { keepTree: true, space: random() < 0.5 ? ('relative' as const) : ('area' as const) }
			: {}),
		sibling: async (path) => {
			if (/\.\.|^\/|[\\:]/.test(path)) throw new Violation(`asked for ${path}`);
			if (beside[path] === undefined) throw new Error('missing');
			return beside[path];
		},
	};
	const made = await convertBytes(bytes, fileName, `${name}${extension}`, options);
	for (const walkmesh of made.walkmeshes) checkWalkmesh(walkmesh);
	// A walkmesh of the game is passed on as it is, faults and all, unless it is to be rebuilt; so is a tree that is to be kept.
	await checkMade(made, /\.(?:[wpd]wk|wok)$/.test(fileName) || options.keepTree === true);
}

async function checkMade({ report, files = [] }: Made, asRead = false): Promise<void> {
	checkFindings(...report.findings.map(({ message }) => message));
	if (report.failed && files.length > 0) throw new Violation('files in spite of errors');
	for (const file of files) await checkFile(file.path, file.bytes, asRead);
}

/** Faces of a walkmesh that the independent checker looks at. */
const MOST_CHECKED = 2000;

async function checkFile(path: string, bytes: Uint8Array, asRead: boolean): Promise<void> {
	if (/\.(?:[wpd]wk|wok)$/.test(path)) {
		if (!same(encodeBwm(decodeBwm(bytes, new Report())), bytes)) throw new Violation(`${path}: not as it was decoded`);
		const { walkmesh, report } = readWalkmesh(bytes, path);
		if (report.failed) throw new Violation(`${path}: ${report.findings[0].message}`);
		const rebuilt = writeWalkmesh(walkmesh);
		// The independent checker compares all with all where many faces share an edge.
		if (walkmesh.surfaces.length > MOST_CHECKED) return;
		for (const each of asRead ? [rebuilt] : [bytes, rebuilt]) {
			const faults = faultsOfBwm(each, (surface) => isWalkable(K1, surface));
			// Hooks that are no numbers are kept where they were read.
			if (faults.some((fault) => !fault.startsWith('not finite at byte')))
				throw new Violation(`${path}: ${faults.slice(0, 5).join('; ')}`);
		}
		if (!same(rebuilt, writeWalkmesh(readWalkmesh(rebuilt, path).walkmesh)))
			throw new Violation(`${path}: changes each time`);
		return;
	}
	if (path.endsWith('.svg') && /NaN|Infinity/.test(Buffer.from(bytes).toString()))
		throw new Violation(`${path}: NaN in a picture`);
	if (/\.gl(?:b|tf)$/.test(path) && Buffer.from(bytes).includes('null')) throw new Violation(`${path}: null in glTF`);
	if (!/\.(?:ascii|glb|gltf)$/.test(path)) return;
	const { report, walkmeshes } = await convertBytes(bytes, path, 'back.wok');
	if (report.failed && walkmeshes.length === 0) {
		const { code, message } = report.findings.find(({ severity }) => severity === 'error') ?? report.findings[0];
		if (!NOT_ONE_ROOM.includes(code)) throw new Violation(`${path} is not read back: [${code}] ${message}`);
	}
}

/** What becomes of several walkmeshes, none, or a door, when one room is asked for. */
const NOT_ONE_ROOM: readonly string[] = [];

function same(a: Uint8Array, b: Uint8Array): boolean {
	return Buffer.compare(a, b) === 0;
}

function checkFindings(...messages: string[]): void {
	for (const message of messages) {
		if (message.split('\n').some((line) => line.length > 4000))
			throw new Violation(`a message of ${message.length} characters`);
		if (/\bundefined\b|\[object |TypeError/.test(message))
			throw new Violation(`a message says "${message.slice(0, 200)}"`);
	}
}

function checkWalkmesh({ positions, faces, surfaces, transitions }: Walkmesh): void {
	if (!positions.every(Number.isFinite)) throw new Violation('a coordinate is not finite');
	if (!faces.every((vertex) => vertex * 3 < positions.length)) throw new Violation('a face names no vertex');
	if (surfaces.length * 3 !== faces.length) throw new Violation('surfaces do not match faces');
	if (transitions.length !== faces.length) throw new Violation('transitions do not match faces');
}
