import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathsFrom } from '../../builds/cache/places.ts';

test('paths are resolved as those of one file are', () => {
	const part = fc.constantFrom('', '.', '..', 'a', 'b c', '...', '.x', 'x.', 'C:', 'd\\e', '\\');
	const paths = fc.array(fc.array(part, { maxLength: 4 }).map((parts) => parts.join('/')));
	fc.assert(
		fc.property(paths, fc.constantFrom('/', '/base', '/base/in'), (all, base) => {
			const at = pathsFrom(resolve(base));
			expect(all.map(at)).toStrictEqual(all.map((path) => resolve(base, path)));
		}),
	);
});
