CREATE TABLE "empty_search" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "empty_search_day_query_pk" PRIMARY KEY("day","query")
);
