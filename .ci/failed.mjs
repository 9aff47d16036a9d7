// Lists the files of tests that failed: node failed.mjs RESULT.json
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, status } of testResults) if (status === 'failed') console.log(relative(process.cwd(), name));
