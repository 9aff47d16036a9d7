// What any converter must do at least: read the input once and look at every byte, fill the bytes of the output, write them.
import { readFileSync, writeFileSync } from 'node:fs';

const [, , input, output, size] = process.argv;
const bytes = readFileSync(input);
let sum = 0;
for (let i = 0; i < bytes.length; i++) sum = (sum + bytes[i]) | 0;
const result = new Uint8Array(Number(size));
result.fill(sum & 255);
writeFileSync(output, result);
