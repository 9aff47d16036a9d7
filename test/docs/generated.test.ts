import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages } from '../../scripts/generated-pages.ts';
import { ROOT } from '../support/cli.ts';

test.each([...(await generatedPages())])('%s is what the code says (npm run docs)', (path, text) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});
