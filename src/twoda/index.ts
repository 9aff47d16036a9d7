export { type CellInteger, cellInteger, cellText, columnIndex, type TwoDA } from './table.ts';
