import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { TOP_STRUCT } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { type MadeEntry, madeBif, madeErf, madeKey, madeRim, wholeOf, writeSparse } from '../reference/archives.ts';
import { layoutOf } from './levels.ts';
import { linkedLevel } from './linked-levels.ts';

export interface MadeGameOptions {
	readonly areas: number;
	readonly rooms: number;
	readonly trianglesPerRoom?: number;
	/** Where the last room lies in its BIF, bytes; behind the others without it. */
	readonly far?: number;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const emptyGff = (type: string): Uint8Array => writeGff({ type, root: { id: TOP_STRUCT, fields: [] } });
/** Stands for files of types that are not read. */
const OTHER = text('not read');

/**
 * An installed game as `shared/levels.md` and `format.md` describe one: walkmeshes in `data/models.bif`, layouts in `data/layouts.bif`, modules
 * as `.rim` and `_s.rim`. Area `a00` belongs to module `mod00`, its rooms are `a00_00`, `a00_01`, ….
 */
export function makeGame(folder: string, { areas, rooms, trianglesPerRoom = 72, far }: MadeGameOptions): void {
	for (const name of ['Override', 'modules', 'data']) mkdirSync(join(folder, name), { recursive: true });
	writeFileSync(join(folder, 'swkotor.exe'), 'a program');
	const models: MadeEntry[] = [];
	const layouts: MadeEntry[] = [];
	for (let area = 0; area < areas; area++) {
		const name = `a${String(area).padStart(2, '0')}`;
		const names = Array.from({ length: rooms }, (_, room) => `${name}_${String(room).padStart(2, '0')}`);
		const { level } = linkedLevel({ rooms, trianglesPerRoom, seed: area + 1 });
		for (const [room, { walkmesh }] of level.rooms.entries()) {
			const bytes = encodeBwm(
				deriveBwm({ ...walkmesh, name: names[room] } as typeof walkmesh & object, K1, new Report()),
			);
			models.push({ name: names[room].toUpperCase(), type: 2016, bytes });
			models.push({ name: names[room], type: 2002, bytes: OTHER });
		}
		layouts.push({ name, type: 3000, bytes: writeLyt(layoutOf(...names)) });
		const module = join(folder, 'modules', name.replace('a', 'mod'));
		const files: MadeEntry[] = [
			{ name, type: 2012, bytes: emptyGff('ARE ') },
			{ name, type: 2023, bytes: emptyGff('GIT ') },
			{ name: 'module', type: 2014, bytes: emptyGff('IFO ') },
		];
		writeFileSync(`${module}.rim`, wholeOf(madeRim(files)));
		writeFileSync(`${module}_s.rim`, wholeOf(madeRim([{ name: `dialog${area}`, type: 2029, bytes: OTHER }])));
	}
	if (far !== undefined) models[models.length - 2] = { ...models[models.length - 2], offset: far };
	const tables: MadeEntry[] = [{ name: 'surfacemat', type: 2017, bytes: text(surfaceTable()) }];
	const bifs = { 'data\\models.bif': models, 'data\\layouts.bif': layouts, 'data\\2da.bif': tables };
	for (const [name, entries] of Object.entries(bifs))
		writeSparse(join(folder, name.replace('\\', '/')), madeBif(entries));
	writeFileSync(join(folder, 'chitin.key'), madeKey(bifs));
	writeFileSync(
		join(folder, 'patch.erf'),
		wholeOf(madeErf([{ name: 'patched', type: 2002, bytes: OTHER }], { letters: 'ERF ' })),
	);
}

/** The table of KotOR 1 as the text that the game reads, without Water, whose number is 6: a table that can be told from the built-in one. */
function surfaceTable(): string {
	const rows = K1.surfaces.map(({ id, label, walk, walkCheck, lineOfSight, grass, sound }) => {
		const flags = [walk && id !== 6, walkCheck, lineOfSight, grass].map((each) => (each ? 1 : 0));
		return `${id} ${label || '****'} ${flags.join(' ')} ${sound || '****'}`;
	});
	return ['2DA V2.0', '', 'label walk walkcheck lineofsight grass sound', ...rows, ''].join('\n');
}

/** A line for each file and folder below a folder, with what is in it. @param hashes of whole files; their sizes and times without it */
export function stateOf(folder: string, hashes = true): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			if (entry.isDirectory()) return `${path}/`;
			const { size, mtimeMs } = statSync(path);
			const hash = hashes ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
			return `${path} ${size} ${mtimeMs} ${hash}`;
		})
		.sort();
}
