import { makeModel } from '../../fixtures/make/model.ts';
import { erfWriter, rimWriter } from '../../game/archives/write-archive.ts';
import { type GffField, type GffStruct, TOP_STRUCT } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { type MadeEntry, madeBif, madeKey, wholeOf } from '../reference/archives.ts';
import { mutateBytes } from '../support/mutate.ts';
import { below, mutateWords, pick, type Random, type Subject, text } from './random.ts';

/** Inputs for the readers of the game's own containers. */

const changed = (bytes: Uint8Array, random: Random, header: number): Uint8Array =>
	random() < 0.1 ? bytes : random() < 0.75 ? mutateWords(bytes, random, header) : mutateBytes(bytes, random);

function entries(random: Random): MadeEntry[] {
	return Array.from({ length: below(random, 6) }, (_, index) => ({
		name: pick(random, [`quay_0${index}`, `${index}`, `sixteen_letters${index}`]),
		type: pick(random, [2016, 3000, 3001, 2002, 60000]),
		bytes: text('content'.repeat(below(random, 5))),
	}));
}

const LABELS = ['X', 'Path_Conections', 'Name', 'ABCDEFGHIJKLMNOP'];

function field(random: Random, depth: number): GffField {
	const label = pick(random, LABELS);
	const float = (): number => Math.fround(random() * 100);
	const choices: readonly (() => GffField)[] = [
		() => ({ label, type: 'byte', value: below(random, 256) }),
		() => ({ label, type: 'dword', value: below(random, 2 ** 32) }),
		() => ({ label, type: 'int64', value: -5n }),
		() => ({ label, type: 'float', value: float() }),
		() => ({ label, type: 'double', value: random() }),
		() => ({ label, type: 'string', value: 'words'.repeat(below(random, 4)) }),
		() => ({ label, type: 'resref', value: 'quay_01a' }),
		() => ({ label, type: 'texts', value: { reference: 7, texts: [{ id: 0, text: 'Door' }] } }),
		() => ({ label, type: 'void', value: new Uint8Array(below(random, 9)) }),
		() => ({ label, type: 'vector', value: [float(), float(), float()] }),
		() => ({ label, type: 'orientation', value: [float(), float(), float(), float()] }),
		() => ({ label, type: 'struct', value: struct(random, depth + 1) }),
		() => ({ label, type: 'list', value: Array.from({ length: below(random, 4) }, () => struct(random, depth + 1)) }),
	];
	return pick(random, depth > 3 ? choices.slice(0, -2) : choices)();
}

function struct(random: Random, depth: number): GffStruct {
	const fields = Array.from({ length: below(random, 5) }, () => field(random, depth));
	return { id: depth === 0 ? TOP_STRUCT : below(random, 9), fields };
}

export const GAME_SUBJECTS: Readonly<Record<string, Subject>> = {
	async erf(random) {
		const extension = pick(random, ['.mod', '.erf', '.sav', '.hak']);
		return {
			fileName: `m01${extension}`,
			bytes: changed(await erfWriter.create(entries(random), extension), random, 160),
		};
	},
	async rim(random) {
		return { fileName: 'm01.rim', bytes: changed(await rimWriter.create(entries(random), '.rim'), random, 120) };
	},
	key(random) {
		const bifs = { 'data\\models.bif': entries(random), 'data\\layouts.bif': entries(random) };
		const beside = Object.fromEntries(
			Object.entries(bifs).map(([name, own]) => [name, changed(wholeOf(madeBif(own)), random, 20)]),
		);
		return { fileName: 'chitin.key', bytes: changed(madeKey(bifs), random, 64), beside };
	},
	gff(random) {
		return { fileName: 'm01.git', bytes: changed(writeGff({ type: 'GIT ', root: struct(random, 0) }), random, 56) };
	},
	mdl(random) {
		const corners = 3 + below(random, 12);
		const faces = Array.from({ length: 3 * (1 + below(random, 12)) }, () => below(random, corners));
		const { mdl, mdx } = makeModel({
			name: 'room_01a',
			positions: Array.from({ length: corners * 3 }, () => (random() < 0.5 ? below(random, 6) : random() * 10)),
			faces,
			surfaces: Array.from({ length: faces.length / 3 }, () => pick(random, [1, 4, 4, 7, 10])),
			at: [below(random, 3), 0, 0],
			game: pick(random, ['k1', 'k2'] as const),
		});
		const beside = mdx === undefined ? {} : { 'room_01a.mdx': mdx };
		return { fileName: 'room_01a.mdl', bytes: changed(mdl, random, random() < 0.5 ? 240 : mdl.length), beside };
	},
};
