import { importChosenUniversity } from './university.ts';

// For `node --import`: a process that imports the product's code uses the chosen university.
importChosenUniversity();
