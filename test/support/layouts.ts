import fc from 'fast-check';
import type { Layout } from '../../src/model/level.ts';

/** Names that the engine takes, in mixed letter case. */
export const modelName: fc.Arbitrary<string> = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,15}$/);

/** Any float32 that a layout can hold, −0 included; coordinates as people have them more often than not. */
export const coordinate: fc.Arbitrary<number> = fc.oneof(
	fc.integer({ min: -3_000_000, max: 3_000_000 }).map((value) => Math.fround(value / 1000)),
	fc.float({ noNaN: true, noDefaultInfinity: true }),
);

const point = fc.tuple(coordinate, coordinate, coordinate);
const placement = fc.record({ model: fc.oneof(modelName, fc.constant('****')), position: point });

/** Layouts as a program may make them. Names may repeat, and door hooks may name rooms that are not there. */
export const layouts: fc.Arbitrary<Layout> = fc
	.record({
		dependency: fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,12}\.max$/), { nil: undefined }),
		rooms: fc.array(placement, { maxLength: 6 }),
		tracks: fc.array(placement, { maxLength: 3 }),
		obstacles: fc.array(placement, { maxLength: 3 }),
		doorHooks: fc.array(
			fc.record({
				room: modelName,
				door: modelName,
				flag: fc.integer({ min: -9, max: 9 }),
				position: point,
				orientation: fc.tuple(coordinate, coordinate, coordinate, coordinate),
			}),
			{ maxLength: 4 },
		),
	})
	.map(({ dependency, ...rest }) => (dependency === undefined ? rest : { dependency, ...rest }));

const encoder = new TextEncoder();

/** A text with CRLF line ends as bytes. */
export function crlf(...lines: readonly string[]): Uint8Array {
	return encoder.encode(lines.map((line) => `${line}\r\n`).join(''));
}

/** Damage to a text: lines dropped, doubled, exchanged; words dropped or replaced; bytes overwritten. */
export function damaged(source: fc.Arbitrary<Uint8Array>, words: readonly string[]): fc.Arbitrary<Uint8Array> {
	const damage = fc.record({
		kind: fc.constantFrom('drop', 'double', 'swap', 'word', 'insert', 'byte', 'cut'),
		at: fc.nat(10_000),
		other: fc.nat(10_000),
		word: fc.constantFrom(...words),
	});
	return fc.tuple(source, fc.array(damage, { maxLength: 4 })).map(([bytes, damages]) => {
		let text = Buffer.from(bytes).toString('latin1');
		for (const { kind, at, other, word } of damages) {
			const lines = text.split('\r\n');
			const one = at % lines.length;
			const two = other % lines.length;
			if (kind === 'drop') lines.splice(one, 1);
			if (kind === 'double') lines.splice(two, 0, lines[one]);
			if (kind === 'swap') [lines[one], lines[two]] = [lines[two], lines[one]];
			if (kind === 'insert') lines.splice(one, 0, word);
			if (kind === 'word') {
				const parts = lines[one].split(' ');
				parts[other % parts.length] = word;
				lines[one] = parts.join(' ');
			}
			text = lines.join('\r\n');
			if (kind === 'byte' && text !== '') {
				const index = at % text.length;
				text = text.slice(0, index) + String.fromCharCode(other & 255) + text.slice(index + 1);
			}
			if (kind === 'cut') text = text.slice(0, at % (text.length + 1));
		}
		return new Uint8Array(Buffer.from(text, 'latin1'));
	});
}
