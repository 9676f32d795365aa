import { NestFactory } from "@nestjs/core";
import { createNestExceptionFilter } from "error-contract";
import { standard } from "error-contract/standard";
import { AppModule } from "./nest-module.js";

export const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalFilters(createNestExceptionFilter({ contract: standard, session: ({ url }) => ({ tool: url }) }));
